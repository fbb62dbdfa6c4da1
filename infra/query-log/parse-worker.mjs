// A thread of its own: what somebody wrote may take a parser long, or down with it.
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { loadModule, parseSync } from 'libpg-query'
import { grammars, tablesInPipeline, tablesInTree } from './tables-in-tree.mjs'

const require = createRequire(import.meta.url)
const mariadb = new (require('node-sql-parser/build/mariadb.js').Parser)()

await loadModule()

/** The tables of a statement by the family of its language. */
const readers = {
  postgres: (sql) => tablesInTree(parseSync(sql), grammars.postgres),
  // What stands in such a comment runs, and the parser passes over it.
  mysql: (sql) =>
    /\/\*M?!/.test(sql)
      ? undefined
      : tablesInTree(mariadb.astify(sql, { database: 'MariaDB' }), grammars.mysql),
  pipeline: (command) => tablesInPipeline(JSON.parse(command)),
}

parentPort.on('message', ({ id, family, statement }) => {
  try {
    parentPort.postMessage({ id, answer: readers[family](statement) })
  } catch {
    parentPort.postMessage({ id })
  }
})
