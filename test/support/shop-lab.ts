import type { Catalogue } from '../../query-service/engine/mbql/catalogue.ts'
import { type EngineLab, type LabEngine, openLab } from './engine-lab.ts'

const standardColumns = [
  'create table cities (id integer primary key, name text, lat double precision)',
  `create table people (id integer primary key, name text, email text, born date,
    city_id integer references cities (id), boss_id integer references people (id))`,
  `create table sales (id integer primary key, person_id integer references people (id),
    amount numeric(10, 2), pieces integer, sold_at timestamp(6), kind text)`,
]

const columns: { readonly [E in LabEngine]: readonly string[] } = {
  postgres: standardColumns,
  h2: standardColumns,
  mysql: [
    'create table cities (id integer primary key, name varchar(50), lat double)',
    `create table people (id integer primary key, name varchar(50), email varchar(90), born date,
      city_id integer, boss_id integer, foreign key (city_id) references cities (id),
      foreign key (boss_id) references people (id))`,
    `create table sales (id integer primary key, person_id integer, amount decimal(10, 2),
      pieces integer, sold_at datetime(6), kind varchar(50),
      foreign key (person_id) references people (id))`,
  ],
}

/** Small enough to know every answer by heart. */
const rows = [
  `insert into cities values (1, 'Oslo', 59.9), (2, 'Rome', 41.9), (3, 'Nowhere', null)`,
  `insert into people values
    (1, 'Ada', 'ada@mail.example.co.uk', '1990-01-30', 1, null),
    (2, 'Bob', 'https://www.shop.example.com:8080/a/b.html?x=1#y', '1985-12-31', 2, 1),
    (3, 'Cyd', null, null, null, 1)`,
  `insert into sales values
    (1, 1, 10.50, 1, '2024-01-30 10:00:00', 'web'),
    (2, 1, 20.00, 2, '2024-01-31 23:59:59.5', 'shop'),
    (3, 2, 5.25, 0, '2024-02-01 00:00:00', 'web'),
    (4, 2, null, 4, '2024-02-29 12:30:15', null),
    (5, null, 100.00, 5, '2024-03-31 08:00:00', 'phone order'),
    (6, 3, 64.25, null, null, 'web')`,
]

/** A shop of three tables with keys between them, and names for what is in it. */
export type ShopLab = {
  readonly lab: EngineLab
  readonly catalogue: Catalogue
  readonly table: (name: string) => number
  /** `sales.amount` → `["field", id, options]` */
  readonly field: (name: string, options?: object | null) => readonly unknown[]
}

export const openShop = async (engine: LabEngine): Promise<ShopLab> => {
  const lab = await openLab(engine)
  await lab.run(...columns[engine], ...rows)
  const catalogue = await lab.catalogue()
  const table = (name: string): number => {
    const id = [1, 2, 3].find((one) => catalogue.table(one)?.name === name)
    if (id === undefined) throw new Error(`There is no table ${name}.`)
    return id
  }
  const field: ShopLab['field'] = (path, options = null) => {
    const [tableName = '', name] = path.split('.')
    const found = catalogue.fieldsOf(table(tableName)).find((one) => one.name === name)
    if (!found) throw new Error(`There is no field ${path}.`)
    return ['field', found.id, options]
  }
  return { lab, catalogue, table, field }
}
