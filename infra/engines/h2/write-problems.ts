import type {
  WriteProblem,
  WriteProblemKind,
  WriteStatement,
} from '../../../shared/ports/engine-writer.ts'
import { codeOf, messageOf } from '../connect.ts'
import type { PostgresConnection } from '../postgres/connection.ts'
import { stillReferred, writeProblem } from '../write-problems.ts'
import { queryProblem } from './problems.ts'

/** By SQLSTATE, or the class of it. */
const kinds: Readonly<Record<string, WriteProblemKind>> = {
  23502: 'not-null',
  23503: 'foreign-key',
  23505: 'unique',
  23506: 'foreign-key',
  23513: 'check',
  23514: 'check',
  22: 'type',
  // A column whose values are generated.
  90154: 'type',
  90096: 'permission',
  90097: 'permission',
  40: 'conflict',
  HYT00: 'conflict',
  90131: 'conflict',
}

/** A row is named while others refer to it: the other end of a foreign key. */
const referred = '23503'

/** The name of a column stands in the first group that fits. */
const ofColumn: readonly RegExp[] = [
  /^NULL not allowed for column "(.+)"$/,
  /^Value too long for column "(.+?) (?:CHAR|VARCHAR|BINARY|NUMERIC|DEC|JSON)/,
  /^Generated column "(.+)"/,
  // `… converting "'x' (person: ""age"" INTEGER)"`
  /^Data conversion error converting ".*: ""(.+)"" [A-Z][^:]*\)"$/s,
  /^Numeric value out of range: .* in column "(.+)"$/s,
]

/** The columns of an index or a foreign key: `""first name"" NULLS LAST, age DESC` */
const ofColumns: readonly RegExp[] = [/FOREIGN KEY\((.+?)\) REFERENCES/, / ON [^(]+\((.+?)\)/]

/** A name in quotes, in a text in quotes. */
const bareName = (name: string): string => name.replace(/^""|""$/g, '').replaceAll('""""', '"')

const listed = (list: string): readonly string[] =>
  list.split(', ').map((one) => bareName(one.replace(/( (ASC|DESC|NULLS (FIRST|LAST)))+$/, '')))

const firstIn = (patterns: readonly RegExp[], message: string): string | undefined =>
  patterns.flatMap((pattern) => pattern.exec(message)?.[1] ?? [])[0]

const columnsIn = (kind: WriteProblemKind, message: string): readonly string[] | undefined => {
  if (kind === 'unique' || kind === 'foreign-key') {
    const list = firstIn(ofColumns, message)
    return list === undefined ? undefined : listed(list)
  }
  const column = firstIn(ofColumn, message)
  return column === undefined ? undefined : [bareName(column)]
}

/** H2 shows the row that is there already. */
const withoutRow = (message: string): string => message.replace(/ (?:VALUES )?\( \/\*.*$/s, '')

export const writeProblemOf = (error: unknown): WriteProblem => {
  const { errorType, message, state = '' } = queryProblem(error, 0, 1)
  if (errorType === 'connection') return writeProblem('connection')
  if (errorType === 'cancelled') return writeProblem('cancelled', { state })
  const kind = kinds[state] ?? kinds[state.slice(0, 2)] ?? 'db'
  const said = { detail: withoutRow(message), state }
  if (state === referred)
    return writeProblem(kind, { ...said, message: stillReferred, columns: [] })
  const columns = columnsIn(kind, message)
  return writeProblem(kind, columns ? { ...said, columns } : said)
}

const ofCheck = `select column_name from information_schema.constraint_column_usage
  where constraint_name = $1 and table_schema = $2 and table_name = $3`
const checkNamed = /^Check constraint violation: "([^:]+):/

/** The columns of the check that an error names. */
export const blamedColumns = async (
  { client }: PostgresConnection,
  error: unknown,
  { table }: WriteStatement,
): Promise<readonly string[]> => {
  const check = codeOf(error)?.startsWith('2351')
    ? checkNamed.exec(messageOf(error))?.[1]
    : undefined
  if (check === undefined || !table) return []
  const { rows } = await client.query<[string]>({
    text: ofCheck,
    values: [check, table.schema, table.name],
    rowMode: 'array',
  })
  return rows.map(([name]) => name)
}
