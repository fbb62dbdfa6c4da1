import * as contract from '../../shared/contract/setting.ts'
import { found, Refusal } from '../../shared/kernel/refusal.ts'
import type { Settings } from '../../shared/ports/settings.ts'
import type { Vault } from '../../shared/ports/vault.ts'
import { isSettingKey } from '../../shared/settings/catalogue.ts'
import { type CommandRoute, on } from '../context.ts'
import type { Executor } from '../execute.ts'
import { loadSettings, type SettingDependencies, tellSettings } from '../settings.ts'
import { streams } from '../streams.ts'
import { readWanted, toChanges } from './change.ts'
import { type SettingCommand, settingDecider } from './decider.ts'

export type SettingRouteDependencies = SettingDependencies & {
  readonly settings: Pick<Settings, 'changedAt'>
  readonly vault: Pick<Vault, 'open' | 'put'>
  readonly now: () => Date
}

const signingKey = 'embedding-secret-key'

/** Whatever is wrong with one setting is wrong with the `value` of the body. */
const inBody = (error: unknown): never => {
  if (!(error instanceof Refusal) || error.kind !== 'validation') throw error
  const [message = error.message] = Object.values(error.extras.errors ?? {})
  throw new Refusal('validation', error.message, { errors: { value: message } })
}

export const settingRoutes = (dependencies: SettingRouteDependencies): CommandRoute[] => {
  const { fixedSettings, settings, vault, now } = dependencies

  const changesOf = async (executor: Executor, given: Readonly<Record<string, unknown>>) => {
    const wanted = readWanted(fixedSettings, given)
    const { state } = await executor.load(streams.settings, settingDecider)
    return toChanges(vault, state, wanted)
  }

  const tell = async (executor: Executor, command: SettingCommand): Promise<void> => {
    await tellSettings(executor, command)
    const position = executor.position()
    // This process sees it at once.
    if (position !== undefined) settings.changedAt(position)
  }

  /** When the key of today stops to open anything; null: now. */
  const endOfCurrent = async (executor: Executor): Promise<string | null> => {
    const seconds = (await loadSettings(dependencies, executor)).get('embedding-key-overlap')
    return seconds === 0 ? null : new Date(now().getTime() + seconds * 1_000).toISOString()
  }

  return [
    on(contract.changeSettings, async ({ body }, { executor }) => {
      const changes = await changesOf(executor, body)
      await tell(executor, { type: 'ChangeSettings', data: { changes } })
    }),

    on(contract.changeSetting, async ({ params: { key }, body: { value } }, { executor }) => {
      const known = found(isSettingKey(key) ? key : undefined, 'Setting')
      const changes = await changesOf(executor, { [known]: value }).catch(inBody)
      await tell(executor, { type: 'ChangeSettings', data: { changes } })
    }),

    on(contract.rotateEmbeddingKey, async ({ body: { value } }, { executor }) => {
      const [next] = await changesOf(executor, { [signingKey]: value }).catch(inBody)
      if (!next || !('reference' in next) || next.reference === null) return
      const { reference } = next
      const until = await endOfCurrent(executor)
      await tell(executor, { type: 'RotateEmbeddingKey', data: { reference, until } })
    }),
  ]
}
