import { cardDecider } from '../../command-service/card/decider.ts'
import { streams } from '../../command-service/streams.ts'
import { upcast } from '../../shared/events/index.ts'
import { evolve, type Message } from '../../shared/kernel/decider.ts'
import type { CardHistories, CardVersion } from '../../shared/ports/card-histories.ts'
import type { EventStore } from '../../shared/ports/event-store.ts'

const restoredTo = ({ data }: Message): number | null =>
  (data as { readonly restoredTo?: number }).restoredTo ?? null

/** Reads the stream of a question anew each time: they are short, and few are asked for. */
export const cardHistories = (eventStore: Pick<EventStore, 'readStream'>): CardHistories => ({
  of: async (cardId) => {
    const history: CardVersion[] = []
    let states = cardDecider.initial
    for await (const recorded of eventStore.readStream(streams.card(cardId))) {
      const event = upcast(recorded)
      states = evolve(cardDecider, states, event)
      const state = states.at(-1)
      if (!state) return []
      history.push({
        version: event.revision + 1,
        at: event.recordedAt,
        actor: event.metadata.actor,
        state,
        restoredTo: restoredTo(event),
      })
    }
    return history
  },
})
