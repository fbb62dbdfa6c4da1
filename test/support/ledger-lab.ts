import { type EngineLab, type LabEngine, openLab } from './engine-lab.ts'

/** Names of columns are bound to ids by the catalogue: `["field", id, options]` of `entries.word`. */
export type Ledger = {
  readonly lab: EngineLab
  readonly table: (name: string) => number
  readonly field: (path: string, options?: object | null) => readonly unknown[]
}

const standard = [
  `create table accounts (id integer primary key, owner text, region text, opened date,
    lat double precision, lon double precision)`,
  `create table entries (id integer primary key, account_id integer references accounts (id),
    word text, n integer, m integer, price numeric(10, 2), ratio double precision,
    at timestamp(6), due date, flag boolean)`,
]

/** Texts are compared letter by letter, as the other engines do. */
const text = 'varchar(50) collate utf8mb4_nopad_bin'

const tables: { readonly [E in LabEngine]: readonly string[] } = {
  postgres: standard,
  h2: standard,
  mysql: [
    `create table accounts (id integer primary key, owner ${text}, region ${text}, opened date,
      lat double, lon double)`,
    `create table entries (id integer primary key, account_id integer, word ${text}, n integer,
      m integer, price decimal(10, 2), ratio double, at datetime(6), due date, flag bit(1),
      foreign key (account_id) references accounts (id))`,
  ],
}

const accounts = `insert into accounts values
  (1, 'Ada', 'north', '2020-02-29', 59.9, 10.7),
  (2, 'Bob', 'south', '2021-12-31', 41.9, 12.5),
  (3, 'Cyd', 'south', null, -33.9, 151.2),
  (4, null, null, '2023-01-01', null, null),
  (5, 'Eve', 'north', '2024-02-29', 64.1, -21.9)`

/** The same numbers every time: Park and Miller's. */
const dice = (seed: number) => {
  let state = seed
  return (sides: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % sides
  }
}

const words = ['', 'ab', 'Ab', 'abc', 'b%c', 'b_c', "it's", 'naïve', '10', 'a,b,c', 'back\\slash']

/** Floats are whole quarters: sums of them are the same in any order. */
const entry = (id: number, roll: (sides: number) => number): string => {
  const unless = (value: string) => (roll(7) === 0 ? 'null' : value)
  const two = (value: number) => String(value).padStart(2, '0')
  const date = `${2022 + roll(3)}-${two(1 + roll(12))}-${two(1 + roll(28))}`
  const clock = roll(3) === 0 ? '00:00:00' : `${two(roll(24))}:${two(roll(60))}:${two(roll(60))}`
  const word = (words[roll(words.length)] ?? '').replaceAll("'", "''")
  const values = [
    unless(String(1 + roll(4))),
    unless(`'${word}'`),
    unless(String(roll(12) - 3)),
    unless(String(roll(6))),
    unless(((roll(4000) - 800) / 100).toFixed(2)),
    unless(String((roll(80) - 20) / 4)),
    unless(`'${date} ${clock}'`),
    unless(`'${date}'`),
    unless(roll(2) === 0 ? 'true' : 'false'),
  ]
  return `(${[id, ...values].join(', ')})`
}

const literal: { readonly [E in LabEngine]: (values: string) => string } = {
  postgres: (values) => values,
  h2: (values) => values,
  mysql: (values) => values.replaceAll('\\', '\\\\'),
}

/** 120 entries of a few accounts, one of which has none, with nulls in all columns. */
export const openLedger = async (engine: LabEngine): Promise<Ledger> => {
  const lab = await openLab(engine)
  const roll = dice(20_240_229)
  const entries = Array.from({ length: 120 }, (_, index) => entry(index + 1, roll))
  await lab.run(
    ...tables[engine],
    accounts,
    literal[engine](`insert into entries values ${entries.join(', ')}`),
  )
  const catalogue = await lab.catalogue()
  const table = (name: string): number => {
    const id = [1, 2].find((one) => catalogue.table(one)?.name === name)
    if (id === undefined) throw new Error(`There is no table ${name}.`)
    return id
  }
  const field: Ledger['field'] = (path, options = null) => {
    const [tableName, name] = path.includes('.') ? path.split('.') : ['entries', path]
    const found = catalogue.fieldsOf(table(String(tableName))).find((one) => one.name === name)
    if (!found) throw new Error(`There is no field ${path}.`)
    return ['field', found.id, options]
  }
  return { lab, table, field }
}
