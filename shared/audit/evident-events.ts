import type { AccessEvent, EmailEvent, UserEvent } from '../events/user.ts'
import { accessEventTypes } from '../permissions/history/fold.ts'

/** Who came and went, and who changed what they come in with: no right of its own, and a door each. */
const doors: readonly (AccessEvent | EmailEvent | UserEvent)['type'][] = [
  'UserLoggedIn',
  'UserLoggedOut',
  'UserLoginFailed',
  'UserPasswordChanged',
  'UserEmailChanged',
]

/**
 * The events evidence consists of: all that bears on who may do what. They are numbered from the
 * first one on, so a type may only be added together with the release that first records it.
 */
export const evidentEventTypes: readonly string[] = [...accessEventTypes, ...doors].sort()
