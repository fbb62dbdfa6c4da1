import type { CollectionTreeEvent } from '../shared/events/collection.ts'
import type { SnippetEvent } from '../shared/events/snippet.ts'
import { snippets } from '../shared/views/snippet.ts'
import { projection } from './runtime/projection.ts'

/** Snippets as they are now; queries go on using those whose collection is gone. */
export const snippetProjection = projection<SnippetEvent | CollectionTreeEvent>({
  name: 'snippet',
  version: 1,
  onFailure: 'quarantine',
  views: [snippets],
  on: {
    SnippetCreated: (write, { data, at, revision }) =>
      write.put(snippets, {
        id: data.snippetId,
        name: data.name,
        content: data.content,
        description: data.description,
        collection_id: data.collectionId,
        archived: false,
        creator_id: data.creatorId,
        version: revision + 1,
        created_at: at,
        updated_at: at,
      }),

    SnippetChanged: (write, { data, at, revision }) =>
      write.patch(
        snippets,
        { id: data.snippetId },
        {
          ...(data.name !== undefined && { name: data.name }),
          ...(data.content !== undefined && { content: data.content }),
          ...(data.description !== undefined && { description: data.description }),
          ...(data.collectionId !== undefined && { collection_id: data.collectionId }),
          ...(data.archived !== undefined && { archived: data.archived }),
          version: revision + 1,
          updated_at: at,
        },
      ),

    CollectionDeleted: (write, { data }) => {
      for (const id of [data.collectionId, ...data.cascade])
        write.patchWhere(snippets, { collection_id: id }, { collection_id: null })
    },
  },
})
