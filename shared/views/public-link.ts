import type { SharedKind } from '../events/public-link.ts'
import { type Column, instant, integer, nullable, text, view } from './view.ts'

/** Links for everybody; what they lead to may be gone or put away by now. */
export const publicLinks = view(
  'public_links',
  {
    uuid: text(),
    kind: text() as Column<SharedKind>,
    entity_id: integer(),
    /** ISO 8601 in UTC; null: it holds until it is removed. */
    expires_at: nullable(text()),
    /** Null where no person made it. */
    created_by: nullable(integer()),
    created_at: instant(),
  },
  { key: ['uuid'], indexes: [['kind', 'entity_id']] },
)
