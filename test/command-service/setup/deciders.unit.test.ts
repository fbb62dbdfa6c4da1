import { describe, test } from '@jest/globals'
import { instanceDecider } from '../../../command-service/setup/decider.ts'
import type { InstanceEvent } from '../../../shared/events/instance.ts'
import { givenFor } from '../../support/given.ts'
import { seal } from '../../support/recorded.ts'

describe('the installation', () => {
  const given = givenFor(instanceDecider)
  const firstAdmin = {
    userId: 1,
    membershipId: 1,
    adminMembershipId: 2,
    emailKey: 'key',
    email: seal('ada@example.com'),
    firstName: seal('Ada'),
    lastName: seal('Lovelace'),
  }
  const initialise = { type: 'InitialiseInstance', data: {} } as const
  const initialised: InstanceEvent = { type: 'InstanceInitialised', data: {} }
  const complete = { type: 'CompleteSetup', data: firstAdmin } as const
  const completed: InstanceEvent = { type: 'SetupCompleted', data: firstAdmin }

  test('comes to life', () => given().when(initialise).then(initialised))
  test('once', () => given(initialised).when(initialise).then())
  test('gets its first admin', () => given(initialised).when(complete).then(completed))
  test('gets no second first admin', () =>
    given(initialised, completed)
      .when({ type: 'CompleteSetup', data: { ...firstAdmin, userId: 2 } })
      .thenRefuses('forbidden'))
})
