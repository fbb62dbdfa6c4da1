import type { BodyOf } from '../../shared/contract/endpoint.ts'
import { readBack } from '../../shared/contract/route.ts'
import * as contract from '../../shared/contract/snippet.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import { decide } from '../../shared/kernel/decider.ts'
import { found, refuseUnless } from '../../shared/kernel/refusal.ts'
import { mayWriteAnySql, mayWriteSql } from '../../shared/permissions/effective.ts'
import type { AccessHistories } from '../../shared/ports/access-history.ts'
import type { SnippetUses, UsedSnippet } from '../../shared/ports/snippet-uses.ts'
import { type CommandRoute, on } from '../context.ts'
import { loadPlaces, type Places } from '../places.ts'
import { streams } from '../streams.ts'
import { type SnippetCommand, type SnippetParts, snippetDecider } from './decider.ts'
import { snippetNames } from './names.ts'
import { refuseUnplaceable } from './place.ts'

export type SnippetDependencies = {
  readonly accessHistories: AccessHistories
  readonly snippetUses: SnippetUses
  readonly now: () => Date
}

/** What is wanted of a snippet; null says something of a description and a collection only. */
const wishesOf = (body: BodyOf<typeof contract.updateSnippet>): SnippetParts => ({
  name: body.name ?? undefined,
  content: body.content ?? undefined,
  description: body.description,
  collectionId: body.collection_id,
  archived: body.archived ?? undefined,
})

export const snippetRoutes = ({
  accessHistories,
  snippetUses,
  now,
}: SnippetDependencies): CommandRoute[] => {
  /** Where a writer of SQL may save something. @throws {Refusal} 403 for anybody else. */
  const placesOf = async ({ userId }: Actor) => {
    const places = await loadPlaces(accessHistories, userId)
    const isWriter = mayWriteAnySql(places.state, userId)
    refuseUnless(isWriter, 'forbidden', 'Snippets are for those who may write SQL.')
    return places
  }

  /** What a snippet says runs for all who may read a question that uses it. @throws {Refusal} 403 */
  const refuseUnlessWriter = async ({ state }: Places, { userId }: Actor, snippet: UsedSnippet) => {
    const isWriter = mayWriteSql(state, userId, await snippetUses.databasesOf(snippet))
    const why = 'A saved question uses this snippet on a database where you may not write SQL.'
    refuseUnless(isWriter, 'forbidden', why)
  }

  return [
    on(contract.createSnippet, async ({ body }, { actor, executor, ids }) => {
      const { name, content, description = null, collection_id: collectionId = null } = body
      const places = await placesOf(actor)
      refuseUnplaceable(places, { collectionId: null }, collectionId)
      await refuseUnlessWriter(places, actor, { names: [name] })
      const snippetId = await ids.next('snippet')
      const { userId: creatorId } = actor
      const data = { snippetId, name, content, description, collectionId, creatorId }
      const command: SnippetCommand = { type: 'CreateSnippet', data }
      // What is refused has reserved no name.
      decide(snippetDecider, command, snippetDecider.initial)
      await snippetNames.reserve(executor, name, snippetId, now())
      await executor.execute(streams.snippet(snippetId), snippetDecider, command)
      return readBack(contract.getSnippet, { id: snippetId })
    }),

    on(contract.updateSnippet, async ({ params: { id }, body }, { actor, executor }) => {
      const places = await placesOf(actor)
      const { state } = await executor.load(streams.snippet(id), snippetDecider)
      const snippet = found(state, 'Snippet')
      const wishes = wishesOf(body)
      const { name = snippet.name } = wishes
      refuseUnplaceable(places, snippet, wishes.collectionId)
      const { content, archived } = wishes
      if (name !== snippet.name || content !== undefined || archived !== undefined)
        await refuseUnlessWriter(places, actor, { id, names: [name, snippet.name] })
      const command: SnippetCommand = { type: 'ChangeSnippet', data: { snippetId: id, wishes } }
      decide(snippetDecider, command, state)
      const change = () => executor.execute(streams.snippet(id), snippetDecider, command)
      if (name === snippet.name) await change()
      else {
        // The new name is reserved before it is used and the old one given up after.
        await snippetNames.reserve(executor, name, id, now())
        await snippetNames.givingUp(executor, snippet.name, id, change)
      }
      return readBack(contract.getSnippet, { id })
    }),
  ]
}
