import type { Actor } from '../../shared/kernel/actor.ts'
import type { Views } from '../context.ts'
import { loadDataRights } from '../rights.ts'

type SchemaAccess = 'all' | 'none' | Record<string, 'all' | Record<string, 'all'>>

type Queryable = { id: number; db_id: number; schema: string }

/** The smallest true statement about which tables of a database one may query. */
const schemaAccess = (
  tables: readonly Queryable[],
  mayQuery: (table: Queryable) => boolean,
  everything: boolean,
): SchemaAccess => {
  if (everything) return 'all'
  const allowed = tables.filter(mayQuery)
  if (allowed.length === 0) return 'none'
  if (allowed.length === tables.length) return 'all'
  const schemas = [...new Set(allowed.map(({ schema }) => schema))]
  return Object.fromEntries(
    schemas.map((schema) => {
      const whole = tables.filter((table) => table.schema === schema)
      const part = allowed.filter((table) => table.schema === schema)
      const level =
        whole.length === part.length
          ? ('all' as const)
          : Object.fromEntries(part.map(({ id }) => [String(id), 'all' as const]))
      return [schema, level]
    }),
  )
}

/** Decision S11: so that non-admins, too, can find out what they may query. */
export const currentPermissions = async (views: Views, actor: Actor) => {
  const [rights, databases, tables] = await Promise.all([
    loadDataRights(views, actor),
    views.selectFrom('databases').select(['id', 'name', 'engine']).orderBy('id').execute(),
    views
      .selectFrom('tables')
      .select(['id', 'db_id', 'schema'])
      .where('active', '=', true)
      .orderBy('id')
      .execute(),
  ])
  const visible = databases
    .filter(({ id }) => rights.maySeeDatabase(id))
    .map((database) => ({
      ...database,
      schemas: schemaAccess(
        tables.filter(({ db_id }) => db_id === database.id),
        rights.mayQueryTable,
        actor.isSuperuser,
      ),
      native: rights.mayRunNative(database.id) ? ('write' as const) : ('none' as const),
    }))
  return {
    is_superuser: actor.isSuperuser,
    can_create_queries: visible.some(({ schemas }) => schemas !== 'none'),
    can_create_native_queries: visible.some(({ native }) => native === 'write'),
    databases: visible,
  }
}
