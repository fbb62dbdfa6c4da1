import { expect, test } from '@jest/globals'
import { evidentEventTypes } from '../../../shared/audit/evident-events.ts'
import { tableEvents } from '../../../shared/events/database.ts'
import { accessEventTypes } from '../../../shared/permissions/history/fold.ts'

const isOfTable = (type: string) => Object.hasOwn(tableEvents, type)

test('evidence holds all that rights consist of, and nothing of what syncs find', () => {
  expect(evidentEventTypes).toEqual(
    expect.arrayContaining(accessEventTypes.filter((type) => !isOfTable(type))),
  )
  expect(evidentEventTypes.filter(isOfTable)).toEqual([])
  expect(new Set(evidentEventTypes).size).toBe(evidentEventTypes.length)
})
