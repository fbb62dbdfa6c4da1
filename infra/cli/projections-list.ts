import type { Command } from 'commander'
import { applyBatch, peopleIn } from '../../projections/runtime/apply.ts'
import { feedsOf, leastPosition } from '../../projections/runtime/feed.ts'
import type { RecordedEvent } from '../../shared/kernel/event.ts'
import type {
  BuildOverview,
  ProjectionOverview,
  Verdict,
} from '../../shared/ports/projection-overview.ts'
import type { ProjectionFailure } from '../../shared/ports/projection-store.ts'
import { type Lease, leaseRows } from '../leadership/lease-rows.ts'
import { lagSeconds } from '../main/facts.ts'
import type { CliContext } from './context.ts'
import { failureTable } from './failure-table.ts'
import type { Data } from './open-data.ts'
import { textTable } from './text-table.ts'
import { withWorkshop } from './workshop.ts'

type Listing = {
  readonly position: bigint
  readonly head: bigint
  readonly lagSeconds: number
  readonly projections: readonly ProjectionOverview[]
  /** The event that a projection which must not skip anything cannot take. */
  readonly stoppedAt: ProjectionFailure | undefined
  readonly failures: readonly ProjectionFailure[]
  /** Who feeds read models and does what is due, where processes share a database. */
  readonly leases: readonly Lease[]
}

/** How far ahead the next events are tried, to tell a line that stands from one that is slow. */
const lookAhead = 1_000

/** Folds what comes next without writing any of it: answers what the projector stumbles over. */
const findStop = async ({ adapters }: Data): Promise<ProjectionFailure | undefined> => {
  const builds = await adapters.projectionStore.builds()
  const inUse = builds.filter(({ state }) => state === 'active')
  const feeds = feedsOf(inUse, adapters.projections)
  const events: RecordedEvent[] = []
  for await (const event of adapters.eventStore.readAll({ after: leastPosition(feeds) ?? 0n })) {
    events.push(event)
    if (events.length === lookAhead) break
  }
  const reveal = await adapters.personalData.unlock(peopleIn(events))
  return applyBatch(feeds, events, reveal).stopped?.failure
}

const readListing = async (data: Data): Promise<Listing> => {
  const { eventStore, projectionStore, projectionOverviews } = data.adapters
  const head = await eventStore.head()
  const position = await projectionStore.checkpoint()
  return {
    position,
    head,
    lagSeconds: await lagSeconds(data.adapters, position),
    projections: await projectionOverviews(),
    stoppedAt: position < head ? await findStop(data) : undefined,
    failures: await projectionStore.failures(),
    leases: await leaseRows(data.storage.pool).all(),
  }
}

const verdictCell = (verdict: Verdict | null): string =>
  verdict
    ? `${verdict.agrees ? 'agrees' : 'differs'} ${verdict.at.slice(0, 16).replace('T', ' ')}`
    : ''

const stateCell = ({ state, current }: BuildOverview): string =>
  current ? state : `${state}, of another release`

const buildRow = (name: string, build: BuildOverview): readonly string[] => [
  name,
  String(build.id),
  stateCell(build),
  String(build.version),
  String(build.position),
  String(build.behind),
  String(build.failures.length),
  verdictCell(build.verdict),
]

const stopLines = (stop: ProjectionFailure | undefined): readonly string[] =>
  stop
    ? ['', `The line stands at position ${stop.position}: ${stop.projection} cannot follow`].concat(
        `${stop.stream}, and it may not skip anything. ${stop.error}`,
      )
    : []

const leaseLine = ({ name, holder, epoch, leftMs }: Lease): string =>
  leftMs > 0
    ? `${name}: led by ${holder}, term ${epoch}`
    : `${name}: led by nobody since ${holder}, term ${epoch}`

const leaseLines = (leases: readonly Lease[]): readonly string[] =>
  leases.length > 0 ? ['', ...leases.map(leaseLine)] : []

const asText = (listing: Listing): readonly string[] => [
  ...textTable(
    [
      { title: 'projection' },
      { title: 'build', align: 'right' },
      { title: 'state' },
      { title: 'version', align: 'right' },
      { title: 'position', align: 'right' },
      { title: 'behind', align: 'right' },
      { title: 'left behind', align: 'right' },
      { title: 'verified' },
    ],
    listing.projections.flatMap(({ name, builds }) =>
      builds.length > 0
        ? builds.map((build) => buildRow(name, build))
        : [[name, '', 'to be built at the next start', '', '', '', '', '']],
    ),
  ),
  '',
  `Readers see position ${listing.position} of ${listing.head}, ${listing.lagSeconds.toFixed(1)} s behind.`,
  ...stopLines(listing.stoppedAt),
  ...leaseLines(listing.leases),
  ...failureTable(listing.failures),
]

const asJson = (listing: Listing): readonly string[] =>
  JSON.stringify(
    listing,
    (_, value) => (typeof value === 'bigint' ? String(value) : value),
    2,
  ).split('\n')

export const addList = (projections: Command, context: CliContext): void => {
  projections
    .command('list')
    .summary('every projection with its builds: how far they are, and what they left behind')
    .option('--json', 'as JSON')
    .action(({ json }: { json?: true }) =>
      withWorkshop(context, async (_, data) => {
        const listing = await readListing(data)
        for (const line of json ? asJson(listing) : asText(listing)) context.print(line)
      }),
    )
}
