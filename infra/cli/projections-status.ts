import type { Command } from 'commander'
import { coreProjections } from '../../projections/index.ts'
import {
  applyBatch,
  peopleIn,
  quarantineOf,
  subscribersOf,
} from '../../projections/runtime/apply.ts'
import type { RecordedEvent } from '../../shared/kernel/event.ts'
import type { ProjectionFailure } from '../../shared/ports/projection-store.ts'
import { lagSeconds } from '../main/facts.ts'
import { activeSchema, readModelFingerprint } from '../read-models/ddl.ts'
import { fingerprintOf } from '../read-models/swap.ts'
import type { CliContext } from './context.ts'
import { failureTable } from './failure-table.ts'
import type { Data } from './open-data.ts'
import { textTable } from './text-table.ts'

type Status = {
  readonly state: 'up to date' | 'behind' | 'stopped' | 'to be rebuilt at the next start' | 'none'
  readonly position: bigint
  readonly head: bigint
  readonly lagSeconds: number
  /** The event that a projection which must not skip anything cannot take. */
  readonly stoppedAt: ProjectionFailure | undefined
  readonly failures: readonly ProjectionFailure[]
}

/** How far ahead the next events are tried, to tell a line that stands from one that is slow. */
const lookAhead = 1_000

const nextEvents = async ({ adapters }: Data, after: bigint): Promise<readonly RecordedEvent[]> => {
  const events: RecordedEvent[] = []
  for await (const event of adapters.eventStore.readAll({ after })) {
    events.push(event)
    if (events.length === lookAhead) break
  }
  return events
}

/** Folds what comes next without writing any of it: answers what the projector stumbles over. */
const findStop = async (
  data: Data,
  position: bigint,
  failures: readonly ProjectionFailure[],
): Promise<ProjectionFailure | undefined> => {
  const events = await nextEvents(data, position)
  const reveal = await data.adapters.personalData.unlock(peopleIn(events))
  const quarantine = quarantineOf(failures)
  return applyBatch(subscribersOf(coreProjections), events, reveal, quarantine).stopped
}

const readStatus = async (data: Data): Promise<Status> => {
  const { eventStore, projectionStore } = data.adapters
  const head = await eventStore.head()
  const shape = await fingerprintOf(data.storage.pool, activeSchema)
  const nothing = { head, lagSeconds: 0, stoppedAt: undefined, failures: [] }
  if (shape === undefined) return { ...nothing, state: 'none', position: 0n }
  const position = await projectionStore.checkpoint()
  const failures = await projectionStore.failures()
  const common = { position, head, failures, lagSeconds: await lagSeconds(data.adapters, position) }
  if (shape !== readModelFingerprint(coreProjections))
    return { ...common, state: 'to be rebuilt at the next start', stoppedAt: undefined }
  if (position >= head) return { ...common, state: 'up to date', stoppedAt: undefined }
  const stoppedAt = await findStop(data, position, failures)
  return { ...common, state: stoppedAt ? 'stopped' : 'behind', stoppedAt }
}

const stopLines = (stop: ProjectionFailure | undefined): readonly string[] =>
  stop
    ? ['', `The line stands at position ${stop.position}: ${stop.projection} cannot follow`].concat(
        `${stop.stream}, and it may not skip anything. ${stop.error}`,
      )
    : []

const asText = (status: Status): readonly string[] => [
  ...textTable(
    [
      { title: 'projection' },
      { title: 'state' },
      { title: 'position', align: 'right' },
      { title: 'head', align: 'right' },
      { title: 'lag', align: 'right' },
      { title: 'left behind', align: 'right' },
    ],
    [
      [
        'core',
        status.state,
        String(status.position),
        String(status.head),
        `${status.lagSeconds.toFixed(1)} s`,
        String(status.failures.length),
      ],
    ],
  ),
  ...stopLines(status.stoppedAt),
  ...failureTable(status.failures),
]

const asJson = (status: Status): string =>
  JSON.stringify(status, (_, value) => (typeof value === 'bigint' ? String(value) : value), 2)

export const addStatus = (projections: Command, context: CliContext): void => {
  projections
    .command('status')
    .summary('how far the read models are, and what they left behind')
    .option('--json', 'as JSON')
    .action(({ json }: { json?: true }) =>
      context.withData(async (data) => {
        const status = await readStatus(data)
        if (json) context.print(asJson(status))
        else for (const line of asText(status)) context.print(line)
      }),
    )
}
