import { boolean, instant, integer, nullable, type Row, text, view } from './view.ts'

/** Pieces of SQL that queries use by name. */
export const snippets = view(
  'snippets',
  {
    id: integer(),
    /** Unique to the letter, also among archived ones. */
    name: text(),
    content: text(),
    description: nullable(text()),
    /** Null stands for the root. */
    collection_id: nullable(integer()),
    archived: boolean(),
    creator_id: integer(),
    /** Events so far; the first one made version 1. */
    version: integer(),
    created_at: instant(),
    updated_at: instant(),
  },
  { key: ['id'], indexes: [['name'], ['collection_id']] },
)
export type SnippetRow = Row<typeof snippets>
