import type pg from 'pg'
import type { Build } from '../../shared/ports/projection-store.ts'
import { activeSchema, identifier, schemaOf } from './ddl.ts'
import { actAsOwner, keepOwn } from './ownership.ts'
import { publicQuery, publicSchema } from './public-views.ts'

export type TableColumn = { readonly name: string; readonly type: string }

/** Tables or views of a schema, with their columns in order, as the database has them. */
export const relationsIn = async (
  client: pg.ClientBase,
  schema: string,
): Promise<ReadonlyMap<string, readonly TableColumn[]>> => {
  const { rows } = await client.query<{ relation: string; columns: TableColumn[] }>(
    `select c.relname as relation,
            json_agg(json_build_object('name', a.attname,
              'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = to_regnamespace($1) and c.relkind in ('r', 'v')
      group by c.relname`,
    [identifier(schema)],
  )
  return new Map(rows.map(({ relation, columns }) => [relation, columns]))
}

/** Whether a view may be replaced as it stands: new columns come last. */
const extendsThe = (before: readonly TableColumn[], after: readonly TableColumn[]): boolean =>
  before.every(({ name, type }, index) => after[index]?.name === name && after[index].type === type)

type Shown = {
  readonly name: string
  readonly columns: readonly TableColumn[]
  readonly query: string
}

const show = async (
  client: pg.ClientBase,
  schema: string,
  before: readonly TableColumn[] | undefined,
  { name, columns, query }: Shown,
): Promise<void> => {
  const view = `${identifier(schema)}.${identifier(name)}`
  if (before && !extendsThe(before, columns)) await client.query(`drop view ${view}`)
  await client.query(`create or replace view ${view} as ${query}`)
}

/**
 * Lets readers look at the tables of a build from the end of this transaction on, and strangers at
 * what they may see of them. Statements that are prepared stay so: they are planned anew, and go on
 * as long as their columns exist. Whoever may read the schema may read the views: that is a default
 * of their owner's.
 */
export const switchViews = async (
  client: pg.ClientBase,
  build: Build,
  tables: readonly string[],
): Promise<void> => {
  await actAsOwner(client)
  const [inUse, forStrangers, own] = [
    await relationsIn(client, activeSchema),
    await relationsIn(client, publicSchema),
    await relationsIn(client, schemaOf(build)),
  ]
  for (const table of [...tables].sort()) {
    const columns = own.get(table) ?? []
    const source = `${identifier(schemaOf(build))}.${identifier(table)}`
    const names = columns.map(({ name }) => identifier(name)).join(', ')
    const query = `select ${names} from ${source}`
    await show(client, activeSchema, inUse.get(table), { name: table, columns, query })
    const part = publicQuery(table, columns, source)
    if (part !== undefined)
      await show(client, publicSchema, forStrangers.get(table), {
        name: table,
        columns,
        query: part,
      })
  }
  await keepOwn(client, schemaOf(build), tables)
}
