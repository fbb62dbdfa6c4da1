import { exportQuery, runQuery, showNative } from '../../../shared/contract/dataset.ts'
import type { AnyEndpoint } from '../../../shared/contract/endpoint.ts'
import { updatePermissionsGraph } from '../../../shared/contract/permission-graph.ts'
import { logIn } from '../../../shared/contract/session.ts'
import type { Example } from './document.ts'

export type Examples = {
  readonly request?: Readonly<Record<string, Example>>
  readonly response?: Readonly<Record<string, Example>>
}

const question = {
  database: 1,
  type: 'query',
  query: {
    'source-table': 3,
    aggregation: [['count']],
    breakout: [['field', 27, { 'temporal-unit': 'month' }]],
    limit: 12,
  },
}

const sql = {
  database: 1,
  type: 'native',
  native: { query: 'SELECT category, count(*) FROM products GROUP BY category' },
}

const queries = {
  structured: { summary: 'A structured question: orders by month', value: question },
  sql: { summary: 'SQL', value: sql },
}

/** Group 3 comes to read one schema and one table of another; group 4 loses SQL. */
const rights = {
  revision: 7,
  groups: {
    3: { 1: { data: { schemas: { public: 'read', sales: { 21: 'all' } } } } },
    4: { 1: { data: { native: 'none' } } },
  },
  comment: 'Sales only see what is theirs',
}

/** Where a schema alone leaves one guessing; ids are those of a service of one's own. */
export const examples: ReadonlyMap<AnyEndpoint, Examples> = new Map<AnyEndpoint, Examples>([
  [
    logIn,
    {
      request: {
        credentials: { value: { username: 'ada@example.com', password: 'a passphrase' } },
      },
      response: { session: { value: { id: '5f2c1de8-3a0b-4c54-9a43-0d6f9f4f5d11' } } },
    },
  ],
  [updatePermissionsGraph, { request: { change: { value: rights } } }],
  [runQuery, { request: queries }],
  [showNative, { request: queries }],
  [
    exportQuery,
    { request: { structured: { value: { query: question } }, sql: { value: { query: sql } } } },
  ],
])
