import type { Views } from '../../query-service/context.ts'
import type { SnippetUses } from '../../shared/ports/snippet-uses.ts'
import { mentionsSnippet } from '../../shared/sql/snippet-use.ts'

/** Finds uses in the read models: saved questions and snippets that mention one another. */
export const snippetUses = (views: Views): SnippetUses => ({
  databasesOf: async (name) => {
    const snippets = await views.selectFrom('snippets').select(['name', 'content']).execute()
    const names = new Set([name])
    // Each round takes in what uses one of those known; a set looks at what is added while it is read.
    for (const known of names)
      for (const other of snippets) if (mentionsSnippet(other.content, known)) names.add(other.name)
    const cards = await views.selectFrom('cards').select(['database_id', 'dataset_query']).execute()
    const isUsing = (text: string) => [...names].some((one) => mentionsSnippet(text, one))
    const using = cards.filter(({ dataset_query: query }) => {
      const text = JSON.stringify(query)
      return text.includes('snippet:') && isUsing(text)
    })
    return [...new Set(using.map(({ database_id: id }) => id))]
  },
})
