import { describe, test } from '@jest/globals'
import { subscriptionDecider } from '../../../command-service/subscription/decider.ts'
import type { SubscriptionEvent } from '../../../shared/events/subscription.ts'
import { givenFor } from '../../support/given.ts'
import { mailChannel, subscriptionCreated } from '../../support/some-subscriptions.ts'

const given = givenFor(subscriptionDecider)
const created = subscriptionCreated(4)
const id = { subscriptionId: 4 }
const stopped: SubscriptionEvent = {
  type: 'SubscriptionStopped',
  data: { ...id, reason: 'no-permission' },
}
const removed: SubscriptionEvent = { type: 'SubscriptionRemoved', data: id }

describe('a subscription', () => {
  test('is made once', () => {
    given().when({ type: 'CreateSubscription', data: created.data }).then(created)
    given(created).when({ type: 'CreateSubscription', data: created.data }).then()
  })

  test('is changed in what differs, in the name of whose it is', () => {
    const wishes = { name: 'Each evening', skipIfEmpty: false, channels: [mailChannel] }
    given(created)
      .when({ type: 'ChangeSubscription', data: { ...id, wishes } })
      .then({ type: 'SubscriptionChanged', data: { ...id, userId: 1, name: 'Each evening' } })
    given(created)
      .when({ type: 'ChangeSubscription', data: { ...id, wishes: { channels: [mailChannel] } } })
      .then()
    given()
      .when({ type: 'ChangeSubscription', data: { ...id, wishes } })
      .thenRefuses('not-found')
  })

  test('stops once for a reason, again for another one, and resumes once', () => {
    const stop = { type: 'StopSubscription', data: { ...id, reason: 'no-permission' } } as const
    const resume = { type: 'ResumeSubscription', data: id } as const
    const archived = { ...stop, data: { ...id, reason: 'dashboard-archived' } } as const
    given(created).when(stop).then(stopped)
    given(created, stopped).when(stop).then()
    given(created, stopped)
      .when(archived)
      .then({ type: 'SubscriptionStopped', data: archived.data })
    given(created).when(resume).then()
    given(created, stopped).when(resume).then({ type: 'SubscriptionResumed', data: id })
    given(created, stopped, { type: 'SubscriptionResumed', data: id }).when(resume).then()
  })

  test('is gone once it is removed, whatever is still under way', () => {
    given(created).when({ type: 'RemoveSubscription', data: id }).then(removed)
    given(created, removed).when({ type: 'RemoveSubscription', data: id }).thenRefuses('not-found')
    given(created, removed)
      .when({ type: 'StopSubscription', data: { ...id, reason: 'no-permission' } })
      .then()
    given(created, stopped, removed).when({ type: 'ResumeSubscription', data: id }).then()
  })
})
