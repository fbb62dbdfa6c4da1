import { escapeIdentifier, type Pool } from 'pg'
import { databaseRoles, type Logins } from '../database/logins.ts'
import { handedOver } from './ownership.ts'
import {
  functionRights,
  idRights,
  logRights,
  type RightsByRole,
  readModelRights,
  sideRights,
} from './rights.ts'

const entries = <T>(table: Readonly<Record<string, T>>): [string, T][] => Object.entries(table)

/** Names of roles as a list. */
const listed = (names: readonly string[]): string => names.map(escapeIdentifier).join(', ')

const grantedTo = (logins: Logins, rights: RightsByRole, what: string): string[] =>
  databaseRoles.flatMap((role) => {
    const granted = rights[role]
    return granted ? [`grant ${granted} on ${what} to ${escapeIdentifier(logins[role])};`] : []
  })

const tables = (logins: Logins, schema: string, rights: Readonly<Record<string, RightsByRole>>) =>
  entries(rights).flatMap(([table, it]) => grantedTo(logins, it, `${schema}.${table}`))

const functions = (logins: Logins) =>
  entries<readonly (keyof Logins)[]>(functionRights).map(
    ([name, roles]) =>
      `grant execute on function ${name} to ${listed(roles.map((role) => logins[role]))};`,
  )

const ids = (logins: Logins) =>
  databaseRoles.flatMap((role) =>
    (idRights[role] ?? []).map(
      (kind) => `grant usage on sequence side.${kind}_ids to ${escapeIdentifier(logins[role])};`,
    ),
  )

/** What is there now, and what the projector's role makes there later. */
const readModels = (logins: Logins) =>
  entries<RightsByRole>(readModelRights).flatMap(([schema, rights]) =>
    databaseRoles.flatMap((role) => {
      const granted = rights[role]
      if (!granted) return []
      const grantee = escapeIdentifier(logins[role])
      return [
        `grant usage on schema ${schema} to ${grantee};`,
        `grant ${granted} on all tables in schema ${schema} to ${grantee};`,
        `alter default privileges for role ${escapeIdentifier(logins.projector)} in schema ${schema}
  grant ${granted} on tables to ${grantee};`,
      ]
    }),
  )

/** What an earlier release gave and this one does not. */
const takenBack = (logins: Logins) => {
  const everybody = listed(Object.values(logins))
  return ['es', 'side'].flatMap((schema) =>
    ['tables', 'sequences', 'functions'].map(
      (kind) => `revoke all on all ${kind} in schema ${schema} from ${everybody};`,
    ),
  )
}

/**
 * Gives the roles of an installation what the table of rights says and takes what it does not say,
 * as one script for the owner of the schemas `es` and `side`. Running it again changes nothing.
 */
export const grantsScript = (logins: Logins, database: string): string => {
  const processes = listed(
    databaseRoles.filter((role) => role !== 'public').map((role) => logins[role]),
  )
  const parts = listed(databaseRoles.map((role) => logins[role]))
  return [
    `select pg_advisory_xact_lock(hashtextextended('side.grants', 0));`,
    `grant ${parts} to ${escapeIdentifier(logins.app)};`,
    // So that a process that logs in as an operator's own user can read for strangers as this role.
    `grant ${escapeIdentifier(logins.public)} to ${escapeIdentifier(logins.query)};`,
    `revoke all on database ${escapeIdentifier(database)} from public, ${escapeIdentifier(logins.app)};`,
    `grant connect on database ${escapeIdentifier(database)} to ${listed(Object.values(logins))};`,
    `grant create on database ${escapeIdentifier(database)} to ${escapeIdentifier(logins.projector)};`,
    handedOver(logins),
    ...takenBack(logins),
    `grant usage on schema es, side to ${processes};`,
    ...tables(logins, 'es', logRights),
    ...tables(logins, 'side', sideRights),
    ...functions(logins),
    ...ids(logins),
    ...readModels(logins),
  ].join('\n')
}

/** Runs `grantsScript`; after `migrate`, as the same owner. */
export const grantAccess = async (pool: Pool, logins: Logins): Promise<void> => {
  const { rows } = await pool.query<{ database: string }>('select current_database() as database')
  await pool.query(grantsScript(logins, rows[0]?.database ?? ''))
}
