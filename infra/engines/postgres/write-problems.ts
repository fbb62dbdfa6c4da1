import type {
  WriteProblem,
  WriteProblemKind,
  WriteStatement,
} from '../../../shared/ports/engine-writer.ts'
import { codeOf, messageOf, textOf } from '../connect.ts'
import { stillReferred, writeProblem } from '../write-problems.ts'
import type { PostgresConnection } from './connection.ts'
import { queryProblem } from './problems.ts'

/** By SQLSTATE, or the class of it that its first two characters are. */
const kinds: Readonly<Record<string, WriteProblemKind>> = {
  23502: 'not-null',
  23503: 'foreign-key',
  23505: 'unique',
  23514: 'check',
  '23P01': 'unique',
  22: 'type',
  // A column of another type, by what stands for its value; and one whose values are generated.
  42804: 'type',
  '428C9': 'type',
  42501: 'permission',
  25006: 'permission',
  40: 'conflict',
  '55P03': 'conflict',
  53: 'overloaded',
  '0A': 'unsupported-feature',
}

/** Both ends of a foreign key share a state, and the table that is named. */
const isReferred = (error: unknown, statement: WriteStatement | undefined): boolean =>
  messageOf(error).startsWith('update or delete on table') ||
  /^\s*delete\b/i.test(statement?.query.sql ?? '')

const generated = /column "([^"]+)"/

/** The column that the server names; a deleted row is to blame as a whole. */
const namedColumn = (error: unknown, state: string): readonly string[] | undefined => {
  const column =
    textOf(error, 'column') ??
    (state === '428C9' ? generated.exec(messageOf(error))?.[1] : undefined)
  return column === undefined ? undefined : [column]
}

export const writeProblemOf = (
  error: unknown,
  statement: WriteStatement | undefined,
): WriteProblem => {
  // How long it took does not matter: our own clock stops statements before the server's does.
  const { errorType, message: detail, state = '' } = queryProblem(error, 0, 1)
  if (errorType === 'connection') return writeProblem('connection')
  if (errorType === 'cancelled') return writeProblem('cancelled', { state })
  const kind = kinds[state] ?? kinds[state.slice(0, 2)] ?? 'db'
  const said = { detail, state }
  if (kind === 'foreign-key' && isReferred(error, statement))
    return writeProblem(kind, { ...said, message: stillReferred, columns: [] })
  const columns = namedColumn(error, state)
  return writeProblem(kind, columns ? { ...said, columns } : said)
}

const ofConstraint = `select a.attname
  from pg_catalog.pg_attribute a
  where a.attrelid = pg_catalog.to_regclass(pg_catalog.format('%I.%I', $1::text, $2::text))
    and (exists (select from pg_catalog.pg_constraint c
          where c.conrelid = a.attrelid and c.conname = $3 and a.attnum = any (c.conkey))
      or exists (select from pg_catalog.pg_index i
          join pg_catalog.pg_class x on x.oid = i.indexrelid
          where i.indrelid = a.attrelid and x.relname = $3 and a.attnum = any (i.indkey)))
  order by a.attnum`

const ofType = `select a.attname from pg_catalog.pg_attribute a
  where a.attrelid = pg_catalog.to_regclass(pg_catalog.format('%I.%I', $1::text, $2::text))
    and a.attnum > 0 and not a.attisdropped
    and pg_catalog.format_type(a.atttypid, a.atttypmod) = $3`

/** `value too long for type character varying(5)`, `invalid input value for enum mood: "x"` */
const typeNamed = /\b(?:type|enum) ([^:"]+)/
const precision = /precision (\d+), scale (-?\d+)/

const typeIn = (error: unknown): string | undefined => {
  const [, digits, scale] = precision.exec(textOf(error, 'detail') ?? '') ?? []
  return digits === undefined
    ? typeNamed.exec(messageOf(error))?.[1]
    : `numeric(${digits},${scale})`
}

/**
 * The columns of the constraint an error is about; or the only one of the type that a value does not
 * fit, since the server tells no more.
 */
export const blamedColumns = async (
  { client }: PostgresConnection,
  error: unknown,
  { table }: WriteStatement,
): Promise<readonly string[]> => {
  const ask = async (text: string, ...values: readonly string[]): Promise<readonly string[]> => {
    const { rows } = await client.query<[string]>({ text, values: [...values], rowMode: 'array' })
    return rows.map(([name]) => name)
  }
  const constraint = textOf(error, 'constraint')
  if (constraint !== undefined)
    return ask(
      ofConstraint,
      textOf(error, 'schema') ?? '',
      textOf(error, 'table') ?? '',
      constraint,
    )
  const type = codeOf(error)?.startsWith('22') ? typeIn(error) : undefined
  if (type === undefined || !table) return []
  const found = await ask(ofType, table.schema, table.name, type)
  return found.length === 1 ? found : []
}
