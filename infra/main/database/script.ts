import { escapeIdentifier, escapeLiteral } from 'pg'
import type { Installation } from '../../database/installation.ts'
import { samplePassword, verifierOf } from '../../database/passwords.ts'
import { preparedScript } from '../../database/prepared.ts'
import { loginScript, rolesScript } from '../../database/roles.ts'
import { sharedSampleScript } from '../../embedded/sample/ownership.ts'
import type { Keys } from '../../keys.ts'
import { migrationsScript } from '../../migrations/as-script.ts'
import { grantsScript } from '../../migrations/grants.ts'
import { bindScript } from '../../security/key-check.ts'

const makeDatabase = (name: string): string =>
  `select ${escapeLiteral(`create database ${escapeIdentifier(name)}`)}
 where not exists (select from pg_database where datname = ${escapeLiteral(name)}) \\gexec`

const connectTo = (name: string): string => `\n\\connect ${escapeIdentifier(name)}`

/** Where a role's password is looked for. */
const variableOf = (name: string): string => `${name.toUpperCase()}_PASSWORD`

/** A login is opened where the environment has a password for it. */
const door = (name: string): string =>
  [
    `\\getenv ${name} ${variableOf(name)}`,
    `\\if :{?${name}}`,
    loginScript(name, `:'${name}'`),
    '\\endif',
  ].join('\n')

const preamble = ({ service, sample, logins }: Installation): string => `\
-- Makes a Postgres server ready for the service: the databases ${service} and ${sample}, their
-- schemas, and a role for each part of the service with what that part needs. For psql, as a
-- superuser or who may create databases and roles; running it again changes nothing.
--
-- It holds no password. A role gets one, and may log in from then on, where the environment of psql
-- says it: ${variableOf(logins.command)} and so on; what Postgres keeps of a password will do as
-- well, and then no log of the server can have it. The others stay as they are.
--
-- Each process is then given its own DATABASE_URL with user and password.
\\set ON_ERROR_STOP on
`

/**
 * All that preparing does, as a script for psql that its reader can run by hand. The password of the
 * sample's reader follows from the master key: what stands here is what a server keeps of it.
 */
export const preparationScript = (installation: Installation, keys: Keys | undefined): string => {
  const { service, sample, logins } = installation
  const secret = keys && escapeLiteral(verifierOf(samplePassword(keys)))
  return [
    preamble(installation),
    makeDatabase(service),
    makeDatabase(sample),
    connectTo(service),
    'begin;',
    migrationsScript(),
    keys ? bindScript(keys.keyId) : '',
    rolesScript(Object.values(logins)),
    grantsScript(logins, service),
    preparedScript,
    'commit;',
    ...Object.values(logins).map(door),
    connectTo(sample),
    'begin;',
    sharedSampleScript({ ...installation, owner: logins.command }, secret),
    'commit;',
    '',
  ].join('\n')
}
