import type {
  WriteProblem,
  WriteProblemKind,
  WriteStatement,
} from '../../../shared/ports/engine-writer.ts'
import { messageOf, numberOf } from '../connect.ts'
import { stillReferred, writeProblem } from '../write-problems.ts'
import type { MysqlConnection } from './connection.ts'
import { execute } from './execute.ts'
import { queryProblem } from './problems.ts'

/** The numbers of MySQL; those from 1901 up to 3000, and 4025, are MariaDB's. */
const kinds: ReadonlyMap<number, WriteProblemKind> = new Map(
  (
    [
      ['unique', [1022, 1062, 1169, 1586]],
      ['foreign-key', [1216, 1217, 1451, 1452]],
      ['not-null', [1048, 1364]],
      ['check', [3819, 4025]],
      ['type', [1264, 1265, 1292, 1366, 1367, 1406, 1411, 1441, 1690, 1906, 3105, 3140]],
      ['permission', [1044, 1142, 1143, 1227, 1290, 1370, 1836]],
      ['conflict', [1020, 1205, 1213]],
    ] as const
  ).flatMap(([kind, numbers]) => numbers.map((number) => [number, kind] as const)),
)

/** The server does not know itself what became of the transaction. */
const failedCommit = 1180

const referredNumbers = new Set([1217, 1451])

const foreignKey = /FOREIGN KEY \((.*?)\) REFERENCES/
const ofColumn = /^.*\b(?:column|field) (?:`[^`]*`\.`[^`]*`\.)?[`'](.+?)[`']/is
/** MariaDB names the check of a column after it: `table.column`. */
const ofCheck = /^CONSTRAINT `[^`]+?\.([^`]+)` failed/

const columnsIn = (message: string): readonly string[] | undefined => {
  const inKey = foreignKey.exec(message)?.[1]?.match(/[^`]+(?=`(?:,|$))/g)
  const column = ofCheck.exec(message)?.[1] ?? ofColumn.exec(message)?.[1]
  return inKey ?? (column === undefined ? undefined : [column])
}

export const writeProblemOf = (error: unknown): WriteProblem => {
  const { errorType, message: detail, state = '' } = queryProblem(error)
  const number = numberOf(error) ?? 0
  if (errorType === 'connection' || number === failedCommit) return writeProblem('connection')
  if (errorType !== 'db') return writeProblem(errorType === 'timed-out' ? errorType : 'cancelled')
  const kind = kinds.get(number) ?? 'db'
  const said = { detail, state }
  if (referredNumbers.has(number))
    return writeProblem(kind, { ...said, message: stillReferred, columns: [] })
  const columns = kind === 'db' ? undefined : columnsIn(detail)
  return writeProblem(kind, columns ? { ...said, columns } : said)
}

const ofIndex = `select column_name from information_schema.statistics
  where table_schema = coalesce(nullif(?, ''), database()) and table_name = ? and index_name = ?
  order by seq_in_index`

const checkClause = `select check_clause from information_schema.check_constraints
  where constraint_schema = coalesce(nullif(?, ''), database()) and constraint_name = ?`

const keyNamed = /for key '(?:[^']*\.)?([^']+)'$/
const checkNamed = /^(?:CONSTRAINT `([^`]+)` failed|Check constraint '([^']+)' is violated)/

/** The columns of the index or the check that an error names. */
export const blamedColumns = async (
  { connection }: MysqlConnection,
  error: unknown,
  { table }: WriteStatement,
): Promise<readonly string[]> => {
  if (!table) return []
  const message = messageOf(error)
  const key = keyNamed.exec(message)?.[1]
  if (key !== undefined) {
    const rows = await execute(connection, ofIndex, [table.schema, table.name, key])
    return rows.map(([column]) => String(column))
  }
  const check = checkNamed.exec(message)?.slice(1).find(Boolean)
  if (check === undefined) return []
  const clauses = await execute(connection, checkClause, [table.schema, check])
  // In MariaDB, checks of several tables may share a name.
  const clause = clauses.length === 1 ? String(clauses[0]?.[0]) : ''
  return [...new Set(clause.match(/(?<=`)[^`]+(?=`)/g)?.filter((_, at) => at % 2 === 0) ?? [])]
}
