import type { SnippetNameEvent } from '../../shared/events/snippet.ts'
import { invalid } from '../../shared/kernel/refusal.ts'
import { freeName, nameDecider } from '../name-reservation.ts'

export const snippetNameDecider = nameDecider<SnippetNameEvent>({
  reserved: (snippetId, reservedAt) => ({
    type: 'SnippetNameReserved',
    data: { snippetId, reservedAt },
  }),
  released: (snippetId) => ({ type: 'SnippetNameReleased', data: { snippetId } }),
  taken: () => invalid('name', 'Another snippet has this name.'),
  evolve: {
    SnippetNameReserved: (_, { snippetId: holderId, reservedAt }) => ({ holderId, reservedAt }),
    SnippetNameReleased: () => freeName,
  },
})
