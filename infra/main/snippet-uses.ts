import type { Views } from '../../query-service/context.ts'
import type { Json } from '../../shared/kernel/json.ts'
import type { SnippetUses } from '../../shared/ports/snippet-uses.ts'
import { snippetNamesIn, snippetsIn } from '../../shared/sql/snippet-use.ts'

const isAnyIn = <T>(some: Iterable<T>, all: ReadonlySet<T>): boolean =>
  [...some].some((one) => all.has(one))

/** Finds uses in the read models: saved questions and snippets that mention one another. */
export const snippetUses = (views: Views): SnippetUses => ({
  databasesOf: async ({ id, names: own }) => {
    const rows = await views.selectFrom('snippets').select(['id', 'name', 'content']).execute()
    const snippets = rows.map((row) => ({ ...row, uses: snippetNamesIn(row.content) }))
    const names = new Set(own)
    const ids = new Set(id === undefined ? [] : [id])
    // A set looks at what is added while it is read: so what uses a snippet through others is found.
    for (const known of names)
      for (const other of snippets.filter(({ uses }) => uses.includes(known))) {
        names.add(other.name)
        ids.add(other.id)
      }
    const cards = await views.selectFrom('cards').select(['database_id', 'dataset_query']).execute()
    const using = cards.filter(({ dataset_query: query }) => {
      const named = snippetsIn(query as Json)
      return isAnyIn(named.names, names) || isAnyIn(named.ids, ids)
    })
    return [...new Set(using.map(({ database_id: databaseId }) => databaseId))]
  },
})
