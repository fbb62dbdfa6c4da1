import { test } from '@jest/globals'
import { identityDecider } from '../../../command-service/session/identity-decider.ts'
import type { IdentityEvent } from '../../../shared/events/user.ts'
import { givenFor } from '../../support/given.ts'

const given = givenFor(identityDecider)
const assigned = (userId: number): IdentityEvent => ({ type: 'IdentityAssigned', data: { userId } })
const assign = (userId: number) => ({ type: 'AssignIdentity', data: { userId } }) as const

test('an identity is the one whom it was last given to', () => {
  given().when(assign(7)).then(assigned(7))
  given(assigned(7)).when(assign(7)).then()
  given(assigned(7)).when(assign(8)).then(assigned(8))
})
