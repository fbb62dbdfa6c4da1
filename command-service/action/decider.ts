import {
  type ActionParts,
  type ActionState,
  type ActionVersions,
  actionAfter,
} from '../../shared/actions/action-state.ts'
import type { ActionEvent } from '../../shared/events/action.ts'
import type { Decider, Named } from '../../shared/kernel/decider.ts'
import { canonicalJson } from '../../shared/kernel/json.ts'
import { found, Refusal } from '../../shared/kernel/refusal.ts'

export type ActionCommand =
  | { type: 'CreateAction'; data: Named<ActionEvent, 'ActionCreated'>['data'] }
  | {
      type: 'ChangeAction'
      data: {
        actionId: number
        /** What is left out stays as it is. */
        wishes: ActionParts
        /** What the action was when it was decided that somebody may change what it does. */
        examined?: ActionState | undefined
      }
    }
  | { type: 'DeleteAction'; data: { actionId: number } }

/** What an action does, and for whom: changing it takes more than the right to rename it. */
const powers = ['modelId', 'definition', 'parameters', 'visualizationSettings'] as const

const parts = ['name', 'description', 'archived', ...powers] as const

const isEqual = (one: unknown, other: unknown) => canonicalJson(one) === canonicalJson(other)

/** The parts of these that would be another value than now. */
const differing = (action: ActionState, wishes: ActionParts) =>
  Object.fromEntries(
    parts
      .filter((part) => wishes[part] !== undefined && !isEqual(wishes[part], action[part]))
      .map((part) => [part, wishes[part]]),
  ) as Partial<ActionState>

/** Whether these wishes change what an action does. */
export const changesPowers = (action: ActionState, wishes: ActionParts): boolean => {
  const changes = differing(action, wishes)
  return powers.some((part) => changes[part] !== undefined)
}

/** @throws {Refusal} 409 where somebody else has changed since what an action does */
const refuseUnexamined = (action: ActionState, wishes: ActionParts, examined = action): void => {
  const isSame = powers.every((part) => isEqual(examined[part], action[part]))
  if (isSame || !changesPowers(action, wishes)) return
  const why = 'Somebody else has just changed what this action does. Read it again.'
  throw new Refusal('conflict', why)
}

/** Actions: every fact is a version. */
export const actionDecider: Decider<ActionVersions, ActionCommand, ActionEvent> = {
  initial: undefined,
  decide: {
    CreateAction: (data, versions) => (versions ? [] : [{ type: 'ActionCreated', data }]),
    ChangeAction: ({ actionId, wishes, examined }, versions) => {
      const action = found(versions?.latest, 'Action')
      refuseUnexamined(action, wishes, examined)
      const changes = differing(action, wishes)
      if (Object.keys(changes).length === 0) return []
      return [{ type: 'ActionChanged', data: { actionId, ...changes } }]
    },
    DeleteAction: (data, versions) => {
      found(versions?.latest, 'Action')
      return [{ type: 'ActionDeleted', data }]
    },
  },
  evolve: actionAfter,
}
