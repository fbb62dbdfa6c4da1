import type { Actor } from '../../shared/kernel/actor.ts'
import type { AccessHistories } from '../../shared/ports/access-history.ts'
import type { QueryExaminer } from '../../shared/ports/query-examiner.ts'
import type { Executor } from '../execute.ts'
import { loadPlaces } from '../places.ts'
import { streams } from '../streams.ts'
import { askedBy } from './content.ts'
import { cardDecider, versionOf } from './decider.ts'
import { loadCard } from './load.ts'
import { writable } from './place.ts'
import { isSame, queryOf } from './same.ts'

type Dependencies = {
  readonly accessHistories: AccessHistories
  readonly queryExaminer: QueryExaminer
}

/**
 * Brings back what a question asked at a version, for somebody who may ask it now.
 * @throws {Refusal} 400 for a version there is not, 403, 404
 */
export const restoreCard =
  ({ accessHistories, queryExaminer }: Dependencies) =>
  async (
    { actor, executor }: { readonly actor: Actor; readonly executor: Executor },
    cardId: number,
    toVersion: number,
  ): Promise<void> => {
    const places = await loadPlaces(accessHistories, actor.userId)
    const versions = await loadCard(executor, cardId)
    const card = writable(places, versions)
    const version = versionOf(versions, toVersion)
    const asks = askedBy(queryOf(version), version.parameters)
    if (!isSame(card, asks)) await queryExaminer.examine(actor, asks, cardId)
    await executor.execute(streams.card(cardId), cardDecider, {
      type: 'RestoreCard',
      data: { cardId, toVersion, examined: card },
    })
  }
