import type { MembershipTrial } from '../shared/contract/access-effect.ts'
import type { Instead } from '../shared/contract/endpoint.ts'
import { effectOf } from '../shared/permissions/effect.ts'
import { stateAfter } from '../shared/permissions/state-after.ts'
import type { AccessHistories } from '../shared/ports/access-history.ts'
import type { Executor } from './execute.ts'

type Asked = { readonly dry_run?: boolean | undefined }

/**
 * Does a command about groups or members, or only finds out who would gain and who would lose what.
 * A trial makes every decision the command makes, so it is refused for the same reasons.
 */
export const tryOr = async <T>(
  { dry_run }: Asked,
  { accessHistories }: { readonly accessHistories: AccessHistories },
  executor: Executor,
  work: (executor: Executor) => Promise<T>,
): Promise<T | Instead> => {
  if (!dry_run) return work(executor)
  const trial = executor.tryOut()
  await work(trial.executor)
  const before = (await accessHistories.current()).at()
  const { after, userIds } = stateAfter(before, trial.appended())
  const effect = effectOf(before, after, {
    userIds,
    databaseIds: before.databaseIds(),
    collectionIds: ['root', ...before.collectionIds()],
  })
  return { instead: { dry_run: true, ...effect } satisfies MembershipTrial }
}
