import { describe, expect, test } from '@jest/globals'
import { groupProjection } from '../../projections/group.ts'
import { coreProjections } from '../../projections/index.ts'
import { eventTypeOf } from '../../shared/events/index.ts'
import { groups } from '../../shared/views/group.ts'
import { projected } from '../support/memory-tables.ts'

test('groups are listed', () => {
  const created = { type: 'GroupCreated', data: { groupId: 1, name: 'All Users' } }
  expect(projected([groupProjection], created).rows(groups)).toEqual([{ id: 1, name: 'All Users' }])
})

describe('the core loop', () => {
  test('has one projection of a name', () => {
    const names = coreProjections.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  test('listens to events that exist', () => {
    for (const { on } of coreProjections)
      for (const type of Object.keys(on)) expect([type, eventTypeOf(type)]).not.toContain(undefined)
  })

  test('stops rather than skip a fact about who may do what', () => {
    const strict = coreProjections.filter(({ onFailure }) => onFailure === 'stop')
    expect(strict.map(({ name }) => name).sort()).toEqual([
      'collection',
      'collection-grant',
      'data-grant',
      'group',
      'membership',
      'public-link',
      'setting',
      'user',
    ])
  })
})
