import { describe, expect, test } from '@jest/globals'
import { groupProjection } from '../../../projections/group.ts'
import { foldPlainly, type PlainFoldOptions } from '../../../projections/runtime/plain-fold.ts'
import { tableProjection } from '../../../projections/table.ts'
import type { RecordedEvent } from '../../../shared/kernel/event.ts'
import { groups } from '../../../shared/views/group.ts'
import { rowsIn } from '../../support/memory-tables.ts'
import { recorded, reveal } from '../../support/recorded.ts'

const logOf = (events: readonly RecordedEvent[]): PlainFoldOptions['eventStore'] => ({
  readAll: async function* ({ upTo = 0n, types = [] } = {}) {
    for (const event of events)
      if (event.position <= upTo && types.includes(event.type)) yield event
  },
})

const fold = async (events: readonly RecordedEvent[], more: Partial<PlainFoldOptions> = {}) => {
  const tables = await foldPlainly({
    eventStore: logOf(events),
    personalData: { unlock: async () => reveal },
    projection: groupProjection,
    upTo: 100n,
    failures: [],
    kept: () => true,
    ...more,
  })
  return rowsIn(tables, groups).map(({ id }) => id)
}

const group = (n: number, stream = `group-${n}`) =>
  recorded({ type: 'GroupCreated', data: { groupId: n, name: `Group ${n}` } }, n, { stream })

describe('the plain fold', () => {
  test('reads as far as it is told', async () => {
    expect(
      await fold(
        [1, 2, 3].map((n) => group(n)),
        { upTo: 2n },
      ),
    ).toEqual([1, 2])
  })

  test('follows the rows it is to keep and no others', async () => {
    const kept = (_: unknown, row: Record<string, unknown>) => row.id === 2
    expect(
      await fold(
        [1, 2, 3].map((n) => group(n)),
        { kept },
      ),
    ).toEqual([2])
  })

  test('passes over what the build left behind, from there on', async () => {
    const events = [group(1, 'a'), group(2, 'a'), group(3, 'b'), group(4, 'a')]
    const failures = [{ projection: 'group', stream: 'a', position: 2n, error: 'then' }]
    expect(await fold(events, { failures })).toEqual([1, 3])
  })

  test('fails at an event that nobody left behind and that does not parse', async () => {
    const broken = recorded({ type: 'GroupCreated', data: { groupId: 'one' } })
    await expect(fold([broken])).rejects.toThrow('groupId')
  })

  test('asks the log for the events the projection listens to', async () => {
    expect(await fold([group(1)], { projection: tableProjection })).toEqual([])
  })
})
