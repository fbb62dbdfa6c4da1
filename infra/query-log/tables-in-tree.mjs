/**
 * @typedef {{ schema: string | null, name: string }} Table A table as somebody wrote its name.
 * @typedef {{ name: string, body: unknown }} NamedQuery One of a WITH clause.
 * @typedef {object} Grammar How the trees of a parser are read.
 * @property {(node: object) => { recursive: boolean, queries: NamedQuery[] } | undefined} withClause
 * @property {string} withKey Where it stands in its node.
 * @property {(node: object) => Table[]} tables Those that the node itself names.
 * @property {(node: object) => boolean} isOpaque It may read what nobody can tell from the tree.
 */

const text = (value) => (typeof value === 'string' ? value : null)
const isNode = (value) => typeof value === 'object' && value !== null

/** Functions that run SQL, or read what they are told the name of. */
const opaqueFunction =
  /^(?:(?:query|table|schema|database|cursor)_to_(?:xml|xmlschema|xml_and_xmlschema)|dblink\w*|lo_\w+|pg_read_\w*file|ts_stat|ts_rewrite|crosstab\w*|connectby)$/

/** Functions that answer rows and are known to read no table; somebody's own may read any. */
const rowFunction =
  /^(?:generate_(?:series|subscripts)|unnest|jsonb?_\w+|regexp_(?:matches|split_to_table)|string_to_table|pg_\w+|current_\w+|now)$/

const nameOf = (call) => call?.funcname.at(-1)?.String?.sval ?? ''

/** Functions in a FROM clause: lists of calls and their column definitions. */
const functionsIn = ({ RangeFunction: range }) =>
  (range?.functions ?? [])
    .flatMap(({ List }) => List?.items ?? [])
    .flatMap(({ FuncCall }) => FuncCall ?? [])

/** @type {Grammar} Postgres' own parser (libpg-query), which also reads H2's SQL. */
const postgres = {
  withKey: 'withClause',
  withClause: ({ withClause: clause }) =>
    clause && {
      recursive: clause.recursive === true,
      queries: clause.ctes.map(({ CommonTableExpr: { ctename, ctequery } }) => ({
        name: ctename,
        body: ctequery,
      })),
    },
  tables: ({ relname, schemaname }) =>
    text(relname) === null ? [] : [{ schema: text(schemaname), name: relname }],
  isOpaque: (node) =>
    opaqueFunction.test(nameOf(node.FuncCall)) ||
    functionsIn(node).some((call) => !rowFunction.test(nameOf(call))) ||
    (isNode(node.stmt) && !Object.keys(node.stmt).every((kind) => readable.has(kind))),
}

/** Statements whose tables stand in them. */
const readable = new Set(['SelectStmt', 'ExplainStmt', 'VariableShowStmt'])

const unquoted = (name) => name.replaceAll('``', '`')

/** @type {Grammar} node-sql-parser; what MySQL calls a database is its schema. */
const mysql = {
  withKey: 'with',
  withClause: ({ with: queries }) =>
    Array.isArray(queries)
      ? {
          recursive: queries.some(({ recursive }) => recursive === true),
          queries: queries.map(({ name, stmt }) => ({ name: text(name.value) ?? '', body: stmt })),
        }
      : undefined,
  tables: ({ from }) =>
    (Array.isArray(from) ? from : []).flatMap((source) =>
      text(source?.table) === null
        ? []
        : [{ schema: text(source.db), name: unquoted(source.table) }],
    ),
  isOpaque: () => false,
}

export const grammars = { postgres, mysql }

/** The same table once. */
const unique = (tables) => [
  ...new Map(tables.map((table) => [JSON.stringify(table), table])).values(),
]

/**
 * The tables a tree names. A name that a WITH clause gives is no table where it can be seen: not in
 * its own query nor in those before it, unless the clause is recursive.
 * @param {unknown} tree
 * @param {Grammar} grammar
 * @returns {Table[] | undefined} Undefined where it may read what cannot be told from it.
 */
export const tablesInTree = (tree, grammar) => {
  const found = []
  let isOpaque = false

  const visit = (node, names) => {
    if (!isNode(node)) return
    if (Array.isArray(node)) {
      for (const child of node) visit(child, names)
      return
    }
    isOpaque ||= grammar.isOpaque(node)
    const clause = grammar.withClause(node)
    let inside = names
    if (clause) {
      const own = clause.queries.map(({ name }) => name.toLowerCase())
      let seen = clause.recursive ? new Set([...names, ...own]) : names
      for (const [index, { body }] of clause.queries.entries()) {
        visit(body, seen)
        seen = new Set([...seen, own[index]])
      }
      inside = seen
    }
    for (const table of grammar.tables(node))
      if (table.schema !== null || !inside.has(table.name.toLowerCase())) found.push(table)
    for (const [key, child] of Object.entries(node))
      if (key !== grammar.withKey) visit(child, inside)
  }

  visit(tree, new Set())
  return isOpaque ? undefined : unique(found)
}

/**
 * The collections an aggregation reads, `{"collection", "pipeline"}`: also what its stages look up.
 * @returns {Table[]}
 */
export const tablesInPipeline = (command) => {
  const names = []
  const visit = (node) => {
    if (!isNode(node)) return
    if (!Array.isArray(node)) {
      names.push(text(node.collection))
      for (const stage of [node.$lookup, node.$graphLookup]) names.push(text(stage?.from))
      const { $unionWith: union } = node
      names.push(text(union) ?? text(union?.coll))
    }
    for (const child of Object.values(node)) visit(child)
  }
  visit(command)
  return unique(names.filter((name) => name !== null).map((name) => ({ schema: null, name })))
}
