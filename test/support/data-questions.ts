import type { rules } from './authorization-matrix.ts'

type Field = { readonly id: number; readonly name: string }
export type AskedTable = {
  readonly id: number
  readonly db_id: number
  readonly name: string
  readonly fields: readonly Field[]
}

/** `orders` is in the schema UD may ask, `people` in the other one; `foreign` in another database. */
export type AskedTables = Readonly<Record<'orders' | 'people' | 'foreign', AskedTable>>

export const fieldOf = ({ fields }: AskedTable, name: string): number => {
  const found = fields.find((field) => field.name === name)
  if (!found) throw new Error(`There is no field ${name}.`)
  return found.id
}

const ref = (table: AskedTable, name: string, options: object | null = null) => [
  'field',
  fieldOf(table, name),
  options,
]

/** A field of `people` by way of the foreign key in `orders`. */
export const across = ({ orders, people }: AskedTables) =>
  ref(people, 'name', { 'source-field': fieldOf(orders, 'person_id') })

type Question = readonly [
  name: string,
  rule: keyof typeof rules,
  query: (tables: AskedTables) => object,
]

type Structured = (tables: AskedTables) => object

/** A structured query, on the database of `orders` unless it says otherwise. */
const structured = (make: Structured) => (tables: AskedTables) => ({
  database: tables.orders.db_id,
  type: 'query',
  query: make(tables),
})

const onOrders = (make: Structured) =>
  structured((tables) => ({ 'source-table': tables.orders.id, ...make(tables) }))

const sql = (table: 'orders' | 'foreign') => (tables: AskedTables) => ({
  database: tables[table].db_id,
  type: 'native',
  native: { query: 'select 1 as one' },
})

const joined =
  (source: Structured): Structured =>
  (tables) => {
    const id = ref(tables.orders, 'id')
    const theirs = ['field', 'id', { 'base-type': 'type/Integer', 'join-alias': 'J' }]
    const join = { alias: 'J', condition: ['=', id, theirs], ...source(tables) }
    return { joins: [join], aggregation: ['count'] }
  }

/** Counts orders by a value that a parameter gives for a field. */
const withParameter = (field: (tables: AskedTables) => unknown) => (tables: AskedTables) => ({
  ...onOrders(() => ({ aggregation: ['count'] }))(tables),
  parameters: [{ type: 'string/=', value: ['open'], target: ['dimension', field(tables)] }],
})

const threeDeep = (inner: object) => ({
  'source-query': { 'source-query': { 'source-query': inner } },
})

const few = { limit: 2 }
const [theTable, theRest, nobody] = ['may ask the table', 'may write SQL', 'admin'] as const

/**
 * Every way to reach data, and who may go it. UN may ask the whole database and write SQL on it, so
 * one rule says both.
 */
export const questions: readonly Question[] = [
  ['an allowed table', theTable, onOrders(() => few)],
  [
    'an allowed table three levels deep',
    theTable,
    structured(({ orders }) => threeDeep({ 'source-table': orders.id, ...few })),
  ],
  [
    'an allowed table joined to itself',
    theTable,
    onOrders(joined(({ orders }) => ({ 'source-table': orders.id }))),
  ],
  [
    'an allowed table nested in a join',
    theTable,
    onOrders(joined(({ orders }) => ({ 'source-query': { 'source-table': orders.id } }))),
  ],
  [
    'a table of another schema',
    theRest,
    structured(({ people }) => ({ 'source-table': people.id, ...few })),
  ],
  [
    'another schema three levels deep',
    theRest,
    structured(({ people }) => threeDeep({ 'source-table': people.id, ...few })),
  ],
  [
    'a join to another schema',
    theRest,
    onOrders(joined(({ people }) => ({ 'source-table': people.id }))),
  ],
  [
    'another schema nested in a join',
    theRest,
    onOrders(joined(({ people }) => threeDeep({ 'source-table': people.id }))),
  ],
  [
    'a join inside a nested query',
    theRest,
    structured((tables) =>
      threeDeep({
        'source-table': tables.orders.id,
        ...joined(({ people }) => ({ 'source-table': people.id }))(tables),
      }),
    ),
  ],
  [
    'a selection across a key',
    theRest,
    onOrders((tables) => ({ fields: [across(tables)], ...few })),
  ],
  ['a group across a key', theRest, onOrders((tables) => ({ breakout: [across(tables)] }))],
  [
    'a group across a key, in the old form',
    theRest,
    onOrders((tables) => ({
      breakout: [['fk->', fieldOf(tables.orders, 'person_id'), fieldOf(tables.people, 'city')]],
    })),
  ],
  [
    'a filter across a key',
    theRest,
    onOrders((tables) => ({ filter: ['=', across(tables), 'x'], aggregation: ['count'] })),
  ],
  [
    'an order across a key',
    theRest,
    onOrders((tables) => ({ 'order-by': [['asc', across(tables)]], ...few })),
  ],
  [
    'an extreme across a key',
    theRest,
    onOrders((tables) => ({ aggregation: [['max', across(tables)]] })),
  ],
  [
    'an expression across a key',
    theRest,
    onOrders((tables) => ({ expressions: { x: ['upper', across(tables)] }, ...few })),
  ],
  [
    'a sum where something is so across a key',
    theRest,
    onOrders((tables) => ({ aggregation: [['count-where', ['=', across(tables), 'x']]] })),
  ],
  ['a parameter', theTable, withParameter(({ orders }) => ref(orders, 'status'))],
  ['a parameter across a key', theRest, withParameter(across)],
  ['SQL', theRest, sql('orders')],
  [
    'SQL as a source',
    theRest,
    structured(() => ({ 'source-query': { native: 'select 1 as one' } })),
  ],
  ['SQL three levels deep', theRest, structured(() => threeDeep({ native: 'select 1 as one' }))],
  [
    'SQL in a join',
    theRest,
    onOrders(joined(() => ({ 'source-query': { native: 'select 1 as id' } }))),
  ],
  [
    'another database',
    nobody,
    ({ foreign }) => ({
      database: foreign.db_id,
      type: 'query',
      query: { 'source-table': foreign.id, ...few },
    }),
  ],
  ['SQL on another database', nobody, sql('foreign')],
]
