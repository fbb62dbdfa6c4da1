import type { SnippetEvent } from '../../shared/events/snippet.ts'
import type { Named } from '../../shared/kernel/decider.ts'

type Created = Named<SnippetEvent, 'SnippetCreated'>
type Changed = Named<SnippetEvent, 'SnippetChanged'>

export const snippetCreated = (
  snippetId: number,
  content: Partial<Created['data']> = {},
): Created => ({
  type: 'SnippetCreated',
  data: {
    snippetId,
    name: `Snippet ${snippetId}`,
    content: 'total > 100',
    description: null,
    collectionId: null,
    creatorId: 1,
    ...content,
  },
})

export const snippetChanged = (
  snippetId: number,
  changes: Omit<Changed['data'], 'snippetId'>,
): Changed => ({ type: 'SnippetChanged', data: { snippetId, ...changes } })
