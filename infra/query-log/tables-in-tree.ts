import type { WrittenTable } from '../../shared/ports/query-log.ts'

type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Every object of a tree, from the root down. */
function* nodesOf(root: unknown): Generator<Node> {
  const open = [root]
  while (open.length > 0) {
    const node = open.pop()
    if (!isNode(node)) continue
    yield node
    open.push(...Object.values(node))
  }
}

const unique = (tables: readonly WrittenTable[]): readonly WrittenTable[] => [
  ...new Map(tables.map((table) => [JSON.stringify(table), table])).values(),
]

/** Without the names a WITH clause gives its queries, which are no tables where no schema is named. */
const withoutNames = (tables: readonly WrittenTable[], names: ReadonlySet<string>) =>
  unique(tables.filter(({ schema, name }) => schema !== null || !names.has(name)))

/** Of the tree of Postgres' own parser (libpg-query). */
export const tablesOfPostgres = (tree: unknown): readonly WrittenTable[] => {
  const tables: WrittenTable[] = []
  const names = new Set<string>()
  for (const node of nodesOf(tree)) {
    if (typeof node.ctename === 'string') names.add(node.ctename)
    const name = text(node.relname)
    if (name !== null) tables.push({ schema: text(node.schemaname), name })
  }
  return withoutNames(tables, names)
}

/** The parser leaves doubled back quotes as they are. */
const unquoted = (name: string | null): string | null => name?.replaceAll('``', '`') ?? null

const nameOfCte = (name: unknown): string | null => (isNode(name) ? text(name.value) : text(name))

/** Of the tree of node-sql-parser; a schema is what MySQL calls a database. */
export const tablesOfMysql = (tree: unknown): readonly WrittenTable[] => {
  const tables: WrittenTable[] = []
  const names = new Set<string>()
  for (const node of nodesOf(tree)) {
    for (const cte of Array.isArray(node.with) ? node.with : []) {
      const name = isNode(cte) ? nameOfCte(cte.name) : null
      if (name !== null) names.add(name)
    }
    for (const source of Array.isArray(node.from) ? node.from : []) {
      const name = isNode(source) ? unquoted(text(source.table)) : null
      if (name !== null) tables.push({ schema: text(source.db), name })
    }
  }
  return withoutNames(tables, names)
}

/** Of an aggregation, `{"collection", "pipeline"}`: also what its stages look up and add. */
export const tablesOfPipeline = (tree: unknown): readonly WrittenTable[] => {
  const names: (string | null)[] = []
  for (const node of nodesOf(tree)) {
    names.push(text(node.collection))
    for (const stage of [node.$lookup, node.$graphLookup])
      if (isNode(stage)) names.push(text(stage.from))
    const { $unionWith: union } = node
    names.push(isNode(union) ? text(union.coll) : text(union))
  }
  return unique(names.flatMap((name) => (name === null ? [] : [{ schema: null, name }])))
}
