import { describe, expect, test } from '@jest/globals'
import {
  type ActionCommand,
  actionDecider,
  changesPowers,
} from '../../../command-service/action/decider.ts'
import type { ActionParts } from '../../../shared/actions/action-state.ts'
import { newActionState } from '../../../shared/actions/action-state.ts'
import type { ActionEvent } from '../../../shared/events/action.ts'
import { givenFor } from '../../support/given.ts'
import { actionChanged, actionCreated } from '../../support/some-actions.ts'

const given = givenFor(actionDecider)

const created = actionCreated(3)
const deleted: ActionEvent = { type: 'ActionDeleted', data: { actionId: 3 } }
const remove: ActionCommand = { type: 'DeleteAction', data: { actionId: 3 } }
const state = newActionState(created.data)

const change = (wishes: ActionParts, examined = state): ActionCommand => ({
  type: 'ChangeAction',
  data: { actionId: 3, wishes, examined },
})

const deleting = { type: 'implicit', kind: 'row/delete' } as const

describe('an action', () => {
  test('is made once', () => {
    const { data } = created
    given().when({ type: 'CreateAction', data }).then(created)
    given(created).when({ type: 'CreateAction', data }).then()
  })

  test('changes only in what differs', () => {
    given(created)
      .when(change({ name: 'Other', description: null, definition: created.data.definition }))
      .then(actionChanged(3, { name: 'Other' }))
    given(created)
      .when(change({ archived: false, parameters: [] }))
      .then()
    given(created)
      .when(change({ archived: true }))
      .then(actionChanged(3, { archived: true }))
  })

  test('another definition comes as a whole', () => {
    given(created)
      .when(change({ definition: deleting }))
      .then(actionChanged(3, { definition: deleting }))
  })

  test('what it does is changed by whoever has seen what it does', () => {
    const since = actionChanged(3, { definition: deleting })
    given(created, since)
      .when(change({ visualizationSettings: { name: 'Go' } }))
      .thenRefuses('conflict')
    given(created, since)
      .when(change({ name: 'Other' }))
      .then(actionChanged(3, { name: 'Other' }))
  })

  test('once deleted is no more', () => {
    given(created).when(remove).then(deleted)
    given(created, deleted).when(remove).thenRefuses('not-found')
    given(created, deleted)
      .when(change({ name: 'Other' }))
      .thenRefuses('not-found')
  })
})

test('a name says nothing of what an action does; its form does', () => {
  expect(changesPowers(state, { name: 'Other', archived: true, parameters: [] })).toBe(false)
  for (const wishes of [
    { definition: deleting },
    { parameters: [{ id: 'a' }] },
    { visualizationSettings: { fields: { a: { hidden: false } } } },
    { modelId: 8 },
  ])
    expect(changesPowers(state, wishes)).toBe(true)
})
