import * as contract from '../../shared/contract/card.ts'
import { readBack } from '../../shared/contract/route.ts'
import type { CardContent } from '../../shared/events/card.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import type { AccessHistories } from '../../shared/ports/access-history.ts'
import type { QueryExaminer } from '../../shared/ports/query-examiner.ts'
import { type CommandContext, type CommandRoute, on } from '../context.ts'
import { isEmbeddingOn, wantedEmbedding } from '../embedding.ts'
import { nameOfCopy } from '../name-of-copy.ts'
import { copiedContent, examinedContent, recordCard } from '../new-cards.ts'
import { loadPlaces, refusePlace, wantedArchived } from '../places.ts'
import type { SettingDependencies } from '../settings.ts'
import { streams } from '../streams.ts'
import { askedBy, changedContent, parametersOf } from './content.ts'
import { cardDecider } from './decider.ts'
import { loadCard } from './load.ts'
import { moveCardRoutes } from './move-routes.ts'
import { readable, writable } from './place.ts'
import { restoreCard } from './restore.ts'
import { isSame, isSameQuery, queryOf } from './same.ts'

export type CardDependencies = SettingDependencies & {
  readonly accessHistories: AccessHistories
  readonly queryExaminer: QueryExaminer
}

type Saving = Pick<CommandContext, 'executor' | 'ids'> & { readonly actor: Actor }

const save = async (
  { actor, executor, ids }: Saving,
  content: CardContent,
  collectionId: number | null,
) => {
  const cardId = await ids.next('card')
  await recordCard(executor, { cardId, content, collectionId, creatorId: actor.userId })
  return readBack(contract.getCard, { id: cardId })
}

export const cardRoutes = ({
  accessHistories,
  queryExaminer,
  fixedSettings,
}: CardDependencies): CommandRoute[] => [
  on(contract.createCard, async ({ body }, context) => {
    const { actor } = context
    const { collection_id: collectionId = null } = body
    refusePlace(await loadPlaces(accessHistories, actor.userId), collectionId)
    return save(context, await examinedContent(queryExaminer, actor, body), collectionId)
  }),

  on(contract.copyCard, async ({ params: { id }, body }, context) => {
    const { actor, executor } = context
    const places = await loadPlaces(accessHistories, actor.userId)
    const card = readable(places, await loadCard(executor, id))
    const { collection_id: collectionId = card.collectionId } = body ?? {}
    refusePlace(places, collectionId)
    const content = await copiedContent(queryExaminer, actor, card)
    return save(context, { ...content, name: body?.name ?? nameOfCopy(card.name) }, collectionId)
  }),

  on(contract.updateCard, async ({ params: { id }, body }, { actor, executor }) => {
    const places = await loadPlaces(accessHistories, actor.userId)
    const card = writable(places, await loadCard(executor, id))
    const { collection_id: to = card.collectionId, dataset_query: query } = body
    if (to !== card.collectionId) refusePlace(places, to)
    const isOn = () => isEmbeddingOn({ fixedSettings }, executor)
    const embedding = await wantedEmbedding(card, body, actor.isSuperuser, isOn)
    const archived = wantedArchived(places, card, body.archived, to)
    const parameters =
      query || body.parameters
        ? parametersOf(query ?? queryOf(card), body.parameters ?? card.parameters)
        : undefined
    const asks = askedBy(query ?? queryOf(card), parameters ?? card.parameters)
    const mayAsk = isSame(card, asks) ? undefined : await queryExaminer.examine(actor, asks, id)
    const examined = query && !isSameQuery(card, query) ? mayAsk : undefined
    await executor.execute(streams.card(id), cardDecider, {
      type: 'ChangeCard',
      data: {
        cardId: id,
        examined: card,
        wishes: {
          ...(await changedContent(body, parameters, examined)),
          archived,
          collectionId: body.collection_id,
          ...embedding,
        },
      },
    })
    return readBack(contract.getCard, { id })
  }),

  on(contract.restoreCard, async ({ params: { id }, body: { to_version } }, context) => {
    await restoreCard({ accessHistories, queryExaminer })(context, id, to_version)
    return readBack(contract.getCard, { id })
  }),

  on(contract.deleteCard, async ({ params: { id } }, { actor, executor }) => {
    writable(await loadPlaces(accessHistories, actor.userId), await loadCard(executor, id))
    await executor.execute(streams.card(id), cardDecider, {
      type: 'DeleteCard',
      data: { cardId: id },
    })
  }),

  ...moveCardRoutes({ accessHistories }),
]
