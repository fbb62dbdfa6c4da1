import type { Actor } from '../../../shared/kernel/actor.ts'
import type { CompiledQuery, QueryProblem } from '../../../shared/ports/engine-driver.ts'
import type { Settings } from '../../../shared/ports/settings.ts'
import type { Weekday } from '../../../shared/sql/temporal-unit.ts'
import type { DatabaseRow } from '../../../shared/views/database.ts'
import type { Views } from '../../context.ts'
import type { ColumnMetadata } from '../column-metadata.ts'
import type { RowCaps, RowLimit } from '../limits.ts'
import type { Pivot } from '../mbql/pivot/pivot.ts'
import type { PositionCache } from '../metadata-cache.ts'
import type { Statement } from '../statement.ts'

/** Whose query it is and what they can see. */
export type Asking = {
  /** Undefined for those who need not sign in: they get what is saved, and nothing else. */
  readonly actor: Actor | undefined
  readonly views: Views
  readonly position: bigint | undefined
}

/** Whoever asks for more than what is saved has signed in. */
export const signedIn = ({ actor }: Pick<Asking, 'actor'>): Actor => {
  if (actor) return actor
  throw new Error('a query that is not saved was asked by nobody')
}

/** What a query reads, as far as that is known before it has run. */
export type Reads = {
  /** The table at the bottom of it; null for SQL. */
  readonly table: number | null
  /** The saved questions it names. */
  readonly cards: readonly number[]
  /** All tables, also those under saved questions; null where SQL that somebody wrote names them. */
  readonly tables: readonly number[] | null
}

/** Who asks, for the record. */
export type Asked = {
  readonly userId: number | null
  /** The saved question it is the query of. */
  readonly cardId: number | null
  /** The rights that let it run are those at this position of the log. */
  readonly position: bigint | undefined
}

/** A query that may run: checked, compiled, and allowed. */
export type Prepared = {
  readonly database: DatabaseRow
  readonly compiled: CompiledQuery
  readonly origin: 'foreign' | 'compiled'
  readonly rowLimit: RowLimit
  /** Known before the run for structured queries only. */
  readonly columns: readonly ColumnMetadata[] | undefined
  /** The statement with its values in it, for people to read. */
  readonly shown?: Statement['shown']
  /** The zone the query or the site asks for; the database's own where there is none. */
  readonly timeZone?: string
  /** Why it fails before it reaches the database: that has not what the query asks for. */
  readonly problem?: QueryProblem
  readonly reads: Reads
  readonly asked: Asked
  /** Whether who asks may be shown the statement: one built on what others saved may hold their SQL. */
  readonly isShown: boolean
}

/** What a query is by itself, whoever asks it. */
export type PreparedQuery = Omit<Prepared, 'asked' | 'isShown' | 'timeZone'>

/** What a query is prepared with beside what it says itself. */
export type PrepareDependencies = {
  readonly cache: PositionCache
  readonly settings: Pick<Settings, 'get'>
}

export type PrepareOptions = {
  readonly caps: RowCaps
  /** Have it answered as a pivot table; structured queries only. */
  readonly pivot?: Pivot
  /** Show the SQL rather than run it: that needs the right to write SQL. */
  readonly forDisplay?: boolean
  /** The saved question this is the query of: it cannot be its own source. */
  readonly card?: number | undefined
  /** Whoever may read a saved question may have its rows, whatever their data rights (P7). */
  readonly asSaved?: true
}

/** The same, and what the site says where the query does not. */
export type SiteOptions = PrepareOptions & {
  readonly siteZone: string | null
  readonly weekStart: Weekday
}
