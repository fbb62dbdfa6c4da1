import type { WrittenTable } from '../../shared/ports/query-log.ts'
import type { SqlFamily, SqlParser } from './parser.ts'
import { tablesOfMysql, tablesOfPipeline, tablesOfPostgres } from './tables-in-tree.ts'

type Read = (parser: SqlParser, statement: string) => Promise<readonly WrittenTable[] | undefined>

const inSql =
  (family: SqlFamily, tablesOf: (tree: unknown) => readonly WrittenTable[]): Read =>
  async (parser, statement) => {
    const tree = await parser.parse(family, statement)
    return tree === undefined ? undefined : tablesOf(tree)
  }

const inPipeline: Read = async (_, statement) => {
  try {
    return tablesOfPipeline(JSON.parse(statement))
  } catch {
    return undefined
  }
}

const postgres = inSql('postgres', tablesOfPostgres)

/** How statements are read for the tables they name, by engine. */
const readers: ReadonlyMap<string, Read> = new Map([
  ['postgres', postgres],
  ['h2', postgres],
  ['mysql', inSql('mysql', tablesOfMysql)],
  ['mongo', inPipeline],
])

/** The tables a statement names; undefined where it could not be read. */
export const readStatement = async (
  parser: SqlParser,
  engine: string,
  statement: string,
): Promise<readonly WrittenTable[] | undefined> => readers.get(engine)?.(parser, statement)
