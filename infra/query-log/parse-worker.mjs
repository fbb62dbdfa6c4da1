// A thread of its own: what somebody wrote may take a parser long, or down with it.
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { loadModule, parseSync } from 'libpg-query'

const require = createRequire(import.meta.url)
const mariadb = new (require('node-sql-parser/build/mariadb.js').Parser)()

await loadModule()

/** A syntax tree by the family of an engine's SQL. */
const parsers = {
  postgres: (sql) => parseSync(sql),
  mysql: (sql) => mariadb.astify(sql, { database: 'MariaDB' }),
}

parentPort.on('message', ({ id, family, sql }) => {
  try {
    parentPort.postMessage({ id, answer: JSON.stringify(parsers[family](sql)) })
  } catch {
    parentPort.postMessage({ id })
  }
})
