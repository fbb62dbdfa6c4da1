import { randomUUID } from 'node:crypto'
import { createExecutor } from '../../command-service/execute.ts'
import { settingDecider } from '../../command-service/setting/decider.ts'
import { streams } from '../../command-service/streams.ts'
import type { Adapters } from './adapters.ts'

/** Where the vault has what settings have now, by the log itself. */
export const settingSecrets = async ({
  eventStore,
}: Pick<Adapters, 'eventStore'>): Promise<readonly string[]> => {
  const actor = { kind: 'system', name: 'clearing out' } as const
  const reading = createExecutor(eventStore, { actor, commandId: randomUUID() })
  const { state } = await reading.load(streams.settings, settingDecider)
  return [...state.references.values()]
}
