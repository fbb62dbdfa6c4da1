import { Refusal } from '../shared/kernel/refusal.ts'
import { defaultGroups } from '../shared/permissions/default-groups.ts'
import type { IdSequences } from '../shared/ports/id-sequences.ts'
import type { Executor } from './execute.ts'
import { groupDecider } from './group/decider.ts'
import {
  completeSetup,
  type FirstAdmin,
  finishSetup,
  type SetupDependencies,
} from './setup/complete.ts'
import { instanceDecider } from './setup/decider.ts'
import { streams } from './streams.ts'

/**
 * Brings a new installation to life and an interrupted one to where it should be; safe at every
 * start. With `admin` given, the first admin is made from it instead of through the set-up token.
 * Answers whether set-up is complete.
 */
export const initialise = async (
  dependencies: SetupDependencies,
  executor: Executor,
  ids: IdSequences,
  admin: FirstAdmin | undefined,
): Promise<{ setUp: boolean }> => {
  await executor.execute(streams.instance, instanceDecider, {
    type: 'InitialiseInstance',
    data: {},
  })
  for (const group of defaultGroups)
    await executor.execute(streams.group(group.groupId), groupDecider, {
      type: 'CreateGroup',
      data: group,
    })
  if (await finishIfDecided(dependencies, executor, ids)) return { setUp: true }
  if (!admin) {
    await dependencies.setupToken.current()
    return { setUp: false }
  }
  await completeSetup(dependencies, executor, ids, admin).catch(async (error) => {
    // Another process came up at the same time, and its admin is the first.
    if (!(error instanceof Refusal && (await finishIfDecided(dependencies, executor, ids))))
      throw error
  })
  return { setUp: true }
}

const finishIfDecided = async (
  dependencies: SetupDependencies,
  executor: Executor,
  ids: IdSequences,
): Promise<boolean> => {
  const { state } = await executor.load(streams.instance, instanceDecider)
  if (state.firstAdmin) await finishSetup(dependencies, executor, ids, state)
  return state.firstAdmin !== undefined
}
