import type { SnippetContent, SnippetEvent } from '../../shared/events/snippet.ts'
import type { Decider, Named } from '../../shared/kernel/decider.ts'
import { found, invalid } from '../../shared/kernel/refusal.ts'
import { usesSnippet } from '../../shared/sql/snippet-use.ts'

export type Snippet = SnippetContent & { readonly archived: boolean }

/** Some parts of a snippet; what is left out is not spoken of. */
export type SnippetParts = { readonly [P in keyof Snippet]?: Snippet[P] | undefined }

export type SnippetCommand =
  | { type: 'CreateSnippet'; data: Named<SnippetEvent, 'SnippetCreated'>['data'] }
  /** What is left out of the wishes stays as it is. */
  | { type: 'ChangeSnippet'; data: { snippetId: number; wishes: SnippetParts } }

const parts = ['name', 'content', 'description', 'collectionId', 'archived'] as const

/** The parts that would be another value than now. */
const differing = (snippet: Snippet, wishes: SnippetParts): Partial<Snippet> =>
  Object.fromEntries(
    parts
      .filter((part) => wishes[part] !== undefined && wishes[part] !== snippet[part])
      .map((part) => [part, wishes[part]]),
  )

const refuseSelfUse = ({ name, content }: Pick<Snippet, 'name' | 'content'>): void => {
  if (usesSnippet(content, name)) throw invalid('content', 'A snippet cannot use itself.')
}

/** Pieces of SQL. They are never deleted: queries that use one would break for good. */
export const snippetDecider: Decider<Snippet | undefined, SnippetCommand, SnippetEvent> = {
  initial: undefined,
  decide: {
    CreateSnippet: (data, snippet) => {
      refuseSelfUse(data)
      return snippet ? [] : [{ type: 'SnippetCreated', data }]
    },
    ChangeSnippet: ({ snippetId, wishes }, state) => {
      const snippet = found(state, 'Snippet')
      const changes = differing(snippet, wishes)
      if (Object.keys(changes).length === 0) return []
      refuseSelfUse({ ...snippet, ...changes })
      return [{ type: 'SnippetChanged', data: { snippetId, ...changes } }]
    },
  },
  evolve: {
    SnippetCreated: (_, { name, content, description, collectionId }) => ({
      name,
      content,
      description,
      collectionId,
      archived: false,
    }),
    SnippetChanged: (snippet, { snippetId, ...changes }) =>
      snippet && { ...snippet, ...(changes as Partial<Snippet>) },
  },
}
