import { actionDecider } from '../../command-service/action/decider.ts'
import { cardDecider } from '../../command-service/card/decider.ts'
import { dashboardDecider } from '../../command-service/dashboard/decider.ts'
import { streams } from '../../command-service/streams.ts'
import { upcast } from '../../shared/events/index.ts'
import { type Decider, evolve, type Message } from '../../shared/kernel/decider.ts'
import type { Versions } from '../../shared/kernel/versions.ts'
import type { EventStore } from '../../shared/ports/event-store.ts'
import type {
  ActionHistories,
  CardHistories,
  DashboardHistories,
  Version,
  VersionHistories,
} from '../../shared/ports/version-histories.ts'

type Reading = Pick<EventStore, 'readStream'>

const restoredTo = ({ data }: Message): number | null =>
  (data as { readonly restoredTo?: number }).restoredTo ?? null

/** Reads a stream anew each time: they are short, and few are asked for. */
const versionHistories = <S, C extends Message, E extends Message>(
  eventStore: Reading,
  streamOf: (id: number) => string,
  decider: Decider<Versions<S>, C, E>,
): VersionHistories<S> => ({
  of: async (id) => {
    const history: Version<S>[] = []
    let versions = decider.initial
    for await (const recorded of eventStore.readStream(streamOf(id))) {
      const event = upcast(recorded)
      versions = evolve(decider, versions, event)
      if (!versions) return []
      history.push({
        version: event.revision + 1,
        at: event.recordedAt,
        actor: event.metadata.actor,
        state: versions.latest,
        restoredTo: restoredTo(event),
      })
    }
    return history
  },
})

export const actionHistories = (eventStore: Reading): ActionHistories =>
  versionHistories(eventStore, streams.action, actionDecider)

export const cardHistories = (eventStore: Reading): CardHistories =>
  versionHistories(eventStore, streams.card, cardDecider)

export const dashboardHistories = (eventStore: Reading): DashboardHistories =>
  versionHistories(eventStore, streams.dashboard, dashboardDecider)
