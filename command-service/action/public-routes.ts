import type { ActionState } from '../../shared/actions/action-state.ts'
import { isHidden } from '../../shared/actions/given-values.ts'
import type { ActionResult } from '../../shared/contract/action-records.ts'
import { executePublicAction } from '../../shared/contract/action-sharing.ts'
import { Refusal, type RefusalKind } from '../../shared/kernel/refusal.ts'
import { refuseExcess } from '../../shared/kernel/refuse-excess.ts'
import type { AccessHistories } from '../../shared/ports/access-history.ts'
import type { Limiter } from '../../shared/ports/limiter.ts'
import { type CommandRoute, on } from '../context.ts'
import type { Executor } from '../execute.ts'
import { isLinkOf } from '../public-links.ts'
import { refuseUnlessSharing } from '../public-sharing.ts'
import { sharedAction } from '../saved-actions.ts'
import type { SettingDependencies } from '../settings.ts'
import { type PrepareDependencies, prepareRun, type Wanted } from './prepare.ts'
import { runOnce } from './run-once.ts'

export type PublicActionDependencies = PrepareDependencies &
  SettingDependencies & {
    readonly accessHistories: AccessHistories
    readonly limiter: Limiter
    /** Names a counter without saying what it counts. */
    readonly limiterKey: (...parts: readonly string[]) => string
    readonly now: () => Date
  }

type Values = Wanted['values']

/** Runs of one link, by everybody together. */
const rate = { points: 10, seconds: 1 } as const

const nothingShared = () => new Refusal('not-found', 'There is nothing here.')

/** What strangers are told of a run that came to nothing, whose own words could say what it does. */
const sentences: Partial<Record<RefusalKind, string>> = {
  validation: 'This cannot be done with these values.',
  'action-failed': 'This was not done: something went wrong.',
  overloaded: 'There is too much to do; try again in a moment.',
}

/** What an action is made of is no concern of theirs, nor are the fields they do not see. */
const parts: ReadonlySet<string> = new Set(['model_id', 'database_id'])

/**
 * Of values they gave, strangers are told what is wrong with them. What they named themselves and is
 * hidden is no parameter to them, as what is not there: both are told alike.
 */
const plain = (
  refusal: Refusal,
  { visualizationSettings: form }: ActionState,
  values: Values,
): Refusal => {
  const { kind, message, extras } = refusal
  const { errors = {}, retryAfter, isRecorded } = extras
  const all = Object.entries(errors)
  const told = all.filter(
    ([id]) => !parts.has(id) && (Object.hasOwn(values, id) || !isHidden(form, { id })),
  )
  const isOpen = kind === 'validation' && all.length > 0 && told.length === all.length
  return new Refusal(kind, isOpen ? message : (sentences[kind] ?? message), {
    ...(isOpen && { errors: Object.fromEntries(told) }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(isRecorded && { isRecorded }),
  })
}

/** That it was done, and nothing of what that brought. */
const plainResult = ({ 'rows-affected': rows, success }: ActionResult): ActionResult => ({
  'rows-affected': rows,
  success,
})

/** Actions run by whoever has a link to them: signed in or not is one and the same. */
export const publicActionRoutes = (dependencies: PublicActionDependencies): CommandRoute[] => {
  const { accessHistories, actionTargets, limiter, limiterKey, now } = dependencies

  const refuseTooMany = async (uuid: string) => {
    const standing = await limiter.consume(limiterKey('public action', uuid), rate)
    refuseExcess('This was run too often; wait a moment.', standing)
  }

  /** What the link leads to. @throws {Refusal} one and the same 404, whatever keeps it away */
  const follow = async (executor: Executor, uuid: string) => {
    try {
      await refuseUnlessSharing(dependencies, executor)
      const actionId = await actionTargets.linkedAction(uuid)
      const isOpen =
        actionId !== undefined &&
        (await isLinkOf(executor, { kind: 'action', entityId: actionId, uuid, now: now() }))
      if (!isOpen) throw nothingShared()
      const state = (await accessHistories.current()).at()
      return { actionId, state, placed: await sharedAction(executor, { state }, actionId) }
    } catch (error) {
      throw error instanceof Refusal ? nothingShared() : error
    }
  }

  return [
    on(executePublicAction, async ({ params: { uuid }, body }, { executor, commandId }) => {
      await refuseTooMany(uuid)
      const { actionId, placed, state } = await follow(executor, uuid)
      const run = { ...placed, actionId, way: 'public-link', publicUuid: uuid } as const
      const prepare = () =>
        prepareRun(dependencies, { ...placed, asking: undefined, state, values: body.parameters })
      try {
        return plainResult(await runOnce({ executor, commandId }, run, prepare))
      } catch (error) {
        throw error instanceof Refusal ? plain(error, placed.action, body.parameters) : error
      }
    }),
  ]
}
