import { type Migration, sql } from 'kysely'

/** A migration whose statements can be shown as well as run. */
export type Script = Migration & { readonly statements: string }

/** A migration that is a script of statements; all pending ones share one transaction. */
export const script = (statements: string): Script => ({
  statements,
  async up(db) {
    await sql.raw(statements).execute(db)
  },
})
