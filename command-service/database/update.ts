import type * as contract from '../../shared/contract/database.ts'
import type { RequestOf } from '../../shared/contract/endpoint.ts'
import type { Json } from '../../shared/kernel/json.ts'
import type { Vault } from '../../shared/ports/vault.ts'
import { tellDatabase } from '../connected-databases.ts'
import type { Executor } from '../execute.ts'
import { type TestedConnection, withStoredSecret } from './details.ts'

/** Records a tested change of a database's connection, and has the schema read where it is one. */
export const changeConnection = async (
  vault: Vault,
  executor: Executor,
  before: { readonly id: number; readonly secretRef: string | null },
  tested: TestedConnection,
): Promise<void> => {
  const { id: databaseId, secretRef: basedOn } = before
  const { changed } = await withStoredSecret(
    vault,
    tested,
    (stored) =>
      tellDatabase(executor, {
        type: 'ChangeConnection',
        data: { databaseId, ...stored, basedOn },
      }),
    basedOn,
  )
  if (!changed) return
  await tellDatabase(executor, { type: 'RequestSync', data: { databaseId } })
}

type Body = RequestOf<typeof contract.updateDatabase>['body']

/** Only what the body names of the plan of syncs; undefined where that is nothing. */
export const namedPlan = ({ is_full_sync: isFullSync, schedules }: Body) => {
  if (typeof isFullSync !== 'boolean' && !schedules) return undefined
  return {
    ...(typeof isFullSync === 'boolean' && { isFullSync }),
    ...(schedules && { schedules: schedules as Record<string, Json> }),
  }
}
