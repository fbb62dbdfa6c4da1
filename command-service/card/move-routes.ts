import * as contract from '../../shared/contract/card-lists.ts'
import type { AccessHistories } from '../../shared/ports/access-history.ts'
import { type CommandRoute, on } from '../context.ts'
import { loadPlaces, refusePlace } from '../places.ts'
import { streams } from '../streams.ts'
import { cardDecider } from './decider.ts'
import { loadCard } from './load.ts'
import { writable } from './place.ts'

type Dependencies = { readonly accessHistories: AccessHistories }

export const moveCardRoutes = ({ accessHistories }: Dependencies): CommandRoute[] => [
  on(contract.moveCards, async ({ body }, { actor, executor }) => {
    const { collection_id: collectionId = null } = body
    const cardIds = [...new Set(body.card_ids)]
    const places = await loadPlaces(accessHistories, actor.userId)
    refusePlace(places, collectionId)
    // All of them may be moved before the first one is.
    for (const cardId of cardIds) writable(places, await loadCard(executor, cardId))
    for (const cardId of cardIds)
      await executor.execute(streams.card(cardId), cardDecider, {
        type: 'ChangeCard',
        data: { cardId, wishes: { collectionId } },
      })
    return { status: 'ok' as const }
  }),
]
