import type { SnippetRecord } from '../shared/contract/snippet-records.ts'
import type { Actor } from '../shared/kernel/actor.ts'
import { found, refuseUnless } from '../shared/kernel/refusal.ts'
import type { CollectionRights } from '../shared/permissions/collection-rights.ts'
import { byName } from './by-name.ts'
import { loadCollectionRights } from './collection-rights.ts'
import type { Views } from './context.ts'
import { creatorOf } from './creator.ts'
import { entityId } from './entity-id.ts'
import { mayWriteAnySql } from './rights.ts'

/** Snippets with who made them, by name. */
const savedSnippets = (views: Views) =>
  views
    .selectFrom('snippets')
    .leftJoin('users as creators', 'creators.id', 'snippets.creator_id')
    .selectAll('snippets')
    .select(['creators.email', 'creators.first_name', 'creators.last_name', 'creators.common_name'])

type SavedSnippet = Awaited<ReturnType<ReturnType<typeof savedSnippets>['execute']>>[number]

/** A snippet as the API tells it. */
const presentSnippet = (snippet: SavedSnippet): SnippetRecord => ({
  id: snippet.id,
  entity_id: entityId('snippet', snippet),
  name: snippet.name,
  content: snippet.content,
  description: snippet.description,
  collection_id: snippet.collection_id,
  archived: snippet.archived,
  creator_id: snippet.creator_id,
  creator: creatorOf(snippet),
  created_at: snippet.created_at,
  updated_at: snippet.updated_at,
})

/** Those in no collection are for every writer of SQL. */
const mayRead = (
  rights: CollectionRights,
  { collection_id: collection }: Pick<SavedSnippet, 'collection_id'>,
): boolean => collection === null || rights.mayRead(collection)

/** Those one may read that are archived, or the others, by name. */
export const listSnippets = async (
  views: Views,
  actor: Actor,
  archived: boolean,
): Promise<SnippetRecord[]> => {
  const rows = await savedSnippets(views).where('snippets.archived', '=', archived).execute()
  const rights = await loadCollectionRights(views, actor)
  return rows
    .filter((row) => mayRead(rights, row))
    .sort(byName)
    .map(presentSnippet)
}

/** @throws {Refusal} 404, then 403. */
export const readableSnippet = async (
  views: Views,
  actor: Actor,
  id: number,
): Promise<SnippetRecord> => {
  const row = await savedSnippets(views).where('snippets.id', '=', id).executeTakeFirst()
  const snippet = found(row, 'Snippet')
  const rights = await loadCollectionRights(views, actor)
  refuseUnless(mayRead(rights, snippet), 'forbidden', 'You may not see this snippet.')
  return presentSnippet(snippet)
}

/** Those that somebody may put into a query: none for who may write no SQL. */
export const usableSnippets = async (views: Views, actor: Actor): Promise<SnippetRecord[]> =>
  (await mayWriteAnySql(views, actor)) ? listSnippets(views, actor, false) : []
