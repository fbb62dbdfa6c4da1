import {
  type DetailErrors,
  mergeDetails,
  parseDetails,
  shownKey,
  splitDetails,
} from '../../shared/contract/engine-details.ts'
import type { Json } from '../../shared/kernel/json.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'
import type { Connections } from '../../shared/ports/connections.ts'
import {
  type ConnectionDetails,
  ConnectionProblem,
  QueryProblem,
} from '../../shared/ports/engine-driver.ts'
import type { Vault } from '../../shared/ports/vault.ts'
import type { Executed } from '../execute.ts'
import type { Database } from './decider.ts'

export type DetailsDependencies = { readonly connections: Connections; readonly vault: Vault }

/** Details as events keep them, and where their secret is. */
export type StoredConnection = {
  readonly details: Record<string, Json>
  readonly secretRef: string | null
}

/** Details that passed their test; a new secret is not in the vault yet, so `secretRef` is not its. */
export type TestedConnection = StoredConnection & { readonly newSecret?: string | undefined }

type RawDetails = Readonly<Record<string, unknown>>

export const refuseDetails = (errors: DetailErrors): Refusal => {
  const [[key, message] = ['details', 'are not valid']] = Object.entries(errors)
  return new Refusal('validation', `${key}: ${message}`, { errors: { ...errors } })
}

/** @throws {Refusal} 400 per offending key. */
export const readDetails = (engine: string, raw: RawDetails): ConnectionDetails => {
  const parsed = parseDetails(engine, raw)
  if (!parsed.ok) throw refuseDetails(parsed.errors)
  return parsed.details
}

/** Opens a connection once; answers what is wrong with it, and which key is to blame. */
export const connectionErrors = async (
  { connections }: Pick<DetailsDependencies, 'connections'>,
  engine: string,
  details: ConnectionDetails,
): Promise<DetailErrors | undefined> => {
  try {
    await connections.driverOf(engine).test(details)
    return undefined
  } catch (error) {
    if (error instanceof ConnectionProblem)
      return { [shownKey(engine, error.field ?? 'details')]: error.message }
    // The connection stands, but the first question over it fails: no use to anybody.
    if (error instanceof QueryProblem) return { details: error.message }
    throw error
  }
}

/** @throws {Refusal} 400 naming the key to blame. */
export const testConnection = async (
  dependencies: DetailsDependencies,
  engine: string,
  details: ConnectionDetails,
): Promise<void> => {
  const errors = await connectionErrors(dependencies, engine, details)
  if (!errors) return
  const [message = ''] = Object.values(errors)
  throw new Refusal('validation', message, { errors: { ...errors } })
}

const asJson = (details: object): Record<string, Json> => JSON.parse(JSON.stringify(details))

/** Details whose secret, if they have one, is new. */
export const newConnection = (given: ConnectionDetails): TestedConnection => {
  const { details, secret } = splitDetails(given)
  return { details: asJson(details), secretRef: null, newSecret: secret }
}

/** A commit that got no answer may stand nevertheless; every other refusal comes before it. */
const isSurelyUnrecorded = (error: unknown): boolean =>
  error instanceof Refusal && error.kind !== 'unavailable'

/**
 * Puts the secret of tested details away and runs the command that makes it the database's. Of the
 * new secret and the one it replaces, only what the database has afterwards is left in the vault.
 * Where that is not known, both stay, and the sweep clears away what nobody came to use.
 */
export const withStoredSecret = async (
  vault: Vault,
  { details, secretRef, newSecret }: TestedConnection,
  run: (stored: StoredConnection) => Promise<Executed<Database>>,
  replaces: string | null = null,
): Promise<Executed<Database>> => {
  const put = newSecret === undefined ? null : await vault.put('database', newSecret)
  const done = await run({ details, secretRef: put ?? secretRef }).catch(async (error) => {
    if (put !== null && isSurelyUnrecorded(error)) await vault.remove(put)
    throw error
  })
  for (const reference of [put, replaces])
    if (reference !== null && reference !== done.state.secretRef) await vault.remove(reference)
  return done
}

/** A change of details on top of what is stored, tested before it counts. */
export const changeDetails = async (
  dependencies: DetailsDependencies,
  database: Database,
  change: RawDetails,
): Promise<TestedConnection> => {
  const { engine, secretRef } = database
  const stored = { engine, details: database.details, hasSecret: secretRef !== null }
  const merged = mergeDetails(stored, engine, change)
  if (!merged.ok) throw refuseDetails(merged.errors)
  if (merged.secretAction !== 'keep') {
    await testConnection(dependencies, engine, merged.details)
    return newConnection(merged.details)
  }
  const secret = secretRef === null ? undefined : await dependencies.vault.open(secretRef)
  await testConnection(dependencies, engine, { ...merged.details, password: secret })
  return { details: asJson(splitDetails(merged.details).details), secretRef }
}
