import type { SnippetRecord } from '../shared/contract/snippet-records.ts'
import type { Actor } from '../shared/kernel/actor.ts'
import { byName } from './by-name.ts'
import type { Views } from './context.ts'
import { creatorOf } from './creator.ts'
import { entityId } from './entity-id.ts'
import { mayWriteAnySql } from './rights.ts'

/** Snippets with who made them, by name. */
export const savedSnippets = (views: Views) =>
  views
    .selectFrom('snippets')
    .leftJoin('users as creators', 'creators.id', 'snippets.creator_id')
    .selectAll('snippets')
    .select(['creators.email', 'creators.first_name', 'creators.last_name', 'creators.common_name'])

type SavedSnippet = Awaited<ReturnType<ReturnType<typeof savedSnippets>['execute']>>[number]

/** A snippet as the API tells it. */
export const presentSnippet = (snippet: SavedSnippet): SnippetRecord => ({
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

/** Those that are archived, or the others, by name. */
export const listSnippets = async (views: Views, archived: boolean): Promise<SnippetRecord[]> => {
  const rows = await savedSnippets(views).where('snippets.archived', '=', archived).execute()
  return rows.sort(byName).map(presentSnippet)
}

/** Those that somebody may put into a query: none for who may write no SQL. */
export const usableSnippets = async (views: Views, actor: Actor): Promise<SnippetRecord[]> =>
  (await mayWriteAnySql(views, actor)) ? listSnippets(views, false) : []
