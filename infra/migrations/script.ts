import { type Migration, sql } from 'kysely'

/** A migration that is a script of statements; all pending ones share one transaction. */
export const script = (statements: string): Migration => ({
  async up(db) {
    await sql.raw(statements).execute(db)
  },
})
