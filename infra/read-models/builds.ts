import type pg from 'pg'
import type {
  Build,
  BuildState,
  FedBuild,
  ProjectionFailure,
} from '../../shared/ports/projection-store.ts'
import { createTables, fingerprintOf, identifier, type Shape, schemaOf } from './ddl.ts'
import { actAsOwner } from './ownership.ts'

type Client = pg.Pool | pg.ClientBase

type BuildRow = Omit<Build, 'position'> & { readonly position: string }

const columns = 'id, projection, version, fingerprint, state, position'

const buildOf = (row: BuildRow): Build => ({ ...row, position: BigInt(row.position) })

/** Builds that a condition picks, oldest first. */
export const findBuilds = async (
  client: Client,
  where = 'true',
  values: readonly unknown[] = [],
): Promise<readonly Build[]> => {
  const { rows } = await client.query<BuildRow>(
    `select ${columns} from projections.builds where ${where} order by id`,
    [...values],
  )
  return rows.map(buildOf)
}

/** The builds of a projection, oldest first. */
export const buildsOf = (client: Client, projection: string): Promise<readonly Build[]> =>
  findBuilds(client, 'projection = $1', [projection])

/** What builds that a condition picks left behind, in the order of the log. */
const findFailures = async (
  client: Client,
  where: string,
  values: readonly unknown[],
): Promise<readonly (ProjectionFailure & { readonly build: number })[]> => {
  const { rows } = await client.query(
    `select f.build, b.projection, f.stream, f.position, f.error
       from projections.failures f join projections.builds b on b.id = f.build
      where ${where} order by f.position, f.build`,
    [...values],
  )
  return rows.map((row) => ({ ...row, position: BigInt(row.position) }))
}

export const failuresOf = (client: Client, builds: readonly number[]) =>
  findFailures(client, 'b.id = any($1)', [builds])

export const failuresInUse = (client: Client) => findFailures(client, `b.state = 'active'`, [])

export const withFailures = async (
  client: Client,
  builds: readonly Build[],
): Promise<readonly FedBuild[]> => {
  const failures = await failuresOf(
    client,
    builds.map(({ id }) => id),
  )
  return builds.map((build) => ({
    ...build,
    failures: failures.filter((failure) => failure.build === build.id),
  }))
}

/** A new, empty build with its tables, in the transaction the client is in. */
export const createBuild = async (client: pg.ClientBase, shape: Shape): Promise<Build> => {
  await actAsOwner(client)
  const { rows } = await client.query<BuildRow>(
    `insert into projections.builds (projection, version, fingerprint, state)
     values ($1, $2, $3, 'building') returning ${columns}`,
    [shape.name, shape.version, fingerprintOf(shape)],
  )
  const [row] = rows
  if (!row) throw new Error(`no build of ${shape.name} was made`)
  const build = buildOf(row)
  // Numbers begin again where the registry was lost; nobody reads what it forgot.
  await client.query(`drop schema if exists ${identifier(schemaOf(build))} cascade`)
  await client.query(createTables(schemaOf(build), shape.views))
  return build
}

export const setState = async (client: Client, build: number, state: BuildState): Promise<void> => {
  await client.query(
    `update projections.builds
        set state = $2, replaced_at = case when $2 = 'previous' then clock_timestamp() end
      where id = $1`,
    [build, state],
  )
}

/** Forgets a build and drops its tables, in the transaction the client is in. */
export const dropBuild = async (client: pg.ClientBase, build: Build): Promise<void> => {
  await client.query('delete from projections.builds where id = $1', [build.id])
  await client.query(`drop schema if exists ${identifier(schemaOf(build))} cascade`)
}
