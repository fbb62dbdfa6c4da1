import { escapeIdentifier, escapeLiteral, type Pool } from 'pg'
import { StartupProblem } from '../startup-problem.ts'

/** Whom the roles of a server log in, whose names are the same for all its databases. */
type Claim = { readonly role: string; readonly service: string; readonly keyId: string }

/** Says on a role whose it is: `keyId` is the master key its password follows from. */
export const claimScript = ({ role, service, keyId }: Claim): string =>
  `comment on role ${escapeIdentifier(role)} is ${escapeLiteral(`analytics-service: key ${keyId}, database ${service}`)};`

/**
 * New passwords would lock the processes of another installation out, and its roles would be let
 * into this one's data. One that is gone, or says nothing, is in nobody's way.
 * @throws {StartupProblem} where the role logs in to another database that is there, by another key
 */
export const refuseRolesOfOthers = async (
  pool: Pool,
  { role, service, keyId }: Claim,
): Promise<void> => {
  const { rows } = await pool.query<{ key: string; database: string }>(
    `with claim as (
       select regexp_match(shobj_description(oid, 'pg_authid'),
                           '^analytics-service: key (\\S+), database (.+)$') as said
         from pg_roles where rolname = $1)
     select said[1] as key, said[2] as database
       from claim join pg_database d on d.datname = said[2]`,
    [role],
  )
  const [other] = rows
  if (!other || other.database === service || other.key === keyId) return
  throw new StartupProblem(
    `The role ${role} of this server belongs to the installation in its database ` +
      `${other.database}, which has another master key: preparing ${service} would lock it out. ` +
      'Give this installation a Postgres server of its own.',
  )
}
