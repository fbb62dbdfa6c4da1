import type { SnippetEvent } from '../../shared/events/snippet.ts'

type Created = Extract<SnippetEvent, { type: 'SnippetCreated' }>['data']
type Changed = Extract<SnippetEvent, { type: 'SnippetChanged' }>['data']

export const snippetCreated = (
  snippetId: number,
  content: Partial<Created> = {},
): SnippetEvent => ({
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
  changes: Omit<Changed, 'snippetId'>,
): SnippetEvent => ({ type: 'SnippetChanged', data: { snippetId, ...changes } })
