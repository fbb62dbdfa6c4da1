import type { ActionContent, ActionEvent } from '../events/action.ts'
import type { Decider, Message, Named } from '../kernel/decider.ts'
import { said } from '../kernel/said.ts'
import { firstVersion, nextVersion, type Versions } from '../kernel/versions.ts'

/** All there is to an action at one moment. */
export type ActionState = ActionContent & {
  readonly creatorId: number
  /** Put away itself; it also is while its model is. */
  readonly archived: boolean
}

/** Every state an action has been in. */
export type ActionVersions = Versions<ActionState>

/** Some parts of an action; what is left out is not spoken of. */
export type ActionParts = { readonly [P in keyof ActionState]?: ActionState[P] | undefined }

/** A new action. */
export const newActionState = ({
  actionId,
  ...action
}: Named<ActionEvent, 'ActionCreated'>['data']): ActionState => ({ ...action, archived: false })

/** What each event makes of an action. */
export const actionAfter: Decider<ActionVersions, Message, ActionEvent>['evolve'] = {
  ActionCreated: (_, data) => firstVersion(newActionState(data)),
  ActionChanged: (versions, { actionId, ...changes }) => nextVersion(versions, () => said(changes)),
  ActionDeleted: () => undefined,
}
