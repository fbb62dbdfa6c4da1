import { describe, expect, test } from '@jest/globals'
import { applyBatch, peopleIn } from '../../../projections/runtime/apply.ts'
import type { MemoryTables } from '../../../projections/runtime/memory-tables.ts'
import { type AnyProjection, projection } from '../../../projections/runtime/projection.ts'
import type { GroupEvent } from '../../../shared/events/group.ts'
import type { SampleEvent } from '../../../shared/events/sample.ts'
import { groups } from '../../../shared/views/group.ts'
import { applyChanges, feedsFrom, rowsIn } from '../../support/memory-tables.ts'
import { notes } from '../../support/notes.ts'
import { at, recorded, reveal, seal } from '../../support/recorded.ts'

/** Trips over groups named `bad`, after it has written half of what it would. */
const tripping = (name: string, onFailure: AnyProjection['onFailure']) =>
  projection<GroupEvent>({
    name,
    version: 1,
    onFailure,
    views: [notes],
    on: {
      GroupCreated: (write, { data }) => {
        write.put(notes, { key: `${name} ${data.groupId}`, value: data.name })
        if (data.name === 'bad') throw new Error('half-way')
      },
    },
  })

const plain = projection<GroupEvent | SampleEvent>({
  name: 'plain',
  version: 1,
  onFailure: 'quarantine',
  views: [groups],
  on: {
    GroupCreated: (write, { data }) => write.put(groups, { id: data.groupId, name: data.name }),
  },
})

const group = (n: number, name: string, stream = `group-${n}`) =>
  recorded({ type: 'GroupCreated', data: { groupId: n, name } }, n, { stream })

const applied = (
  projections: readonly AnyProjection[],
  events: readonly ReturnType<typeof recorded>[],
  leftBehind: ReadonlySet<string> = new Set(),
) => {
  const feeds = feedsFrom(projections).map((feed) => ({ ...feed, leftBehind }))
  const { outcomes, upTo, stopped } = applyBatch(feeds, events, reveal)
  const tables: MemoryTables = new Map()
  for (const { changes } of outcomes.values()) applyChanges(tables, changes.changes())
  return {
    upTo,
    stopped: stopped?.failure,
    failures: [...outcomes.values()].flatMap(({ failures }) => failures),
    groups: rowsIn(tables, groups).map(({ id }) => id),
    keys: rowsIn(tables, notes).map(({ key }) => key),
  }
}

test('events become rows, up to the last one', () => {
  const result = applied([plain], [group(1, 'a'), group(2, 'b')])
  expect(result).toMatchObject({ groups: [1, 2], upTo: 2n, failures: [], stopped: undefined })
})

test('an empty batch leads nowhere', () => {
  expect(applied([plain], [])).toMatchObject({ upTo: undefined, groups: [] })
})

test('events nobody listens to, and types nobody knows, are passed over', () => {
  const events = [
    recorded({ type: 'UserLoggedOut', data: { userId: 1 } }, 1),
    recorded({ type: 'FromAnotherWorld', data: { anything: true } }, 2),
    group(3, 'c'),
  ]
  expect(applied([plain], events)).toMatchObject({ groups: [3], upTo: 3n, failures: [] })
})

test('a handler is told when, by whom and where in the stream', () => {
  const seen: unknown[] = []
  const curious = projection<GroupEvent>({
    name: 'curious',
    version: 1,
    onFailure: 'stop',
    views: [],
    on: { GroupCreated: (_, fact) => void seen.push(fact) },
  })
  applied([curious], [group(4, 'd')])
  expect(seen).toMatchObject([
    {
      data: { groupId: 4, name: 'd' },
      at: at(4),
      actor: { kind: 'system', name: 'test' },
      revision: 3,
    },
  ])
})

describe('a stream a projection cannot follow', () => {
  const careful = tripping('careful', 'quarantine')

  test('is left behind by it, with nothing half done', () => {
    const result = applied([careful, plain], [group(1, 'bad'), group(2, 'b')])
    expect(result.failures).toEqual([
      { projection: 'careful', stream: 'group-1', position: 1n, error: 'half-way' },
    ])
    expect(result).toMatchObject({ keys: ['careful 2'], groups: [1, 2], upTo: 2n })
  })

  test('stays behind within the batch, and is told of once', () => {
    const events = [group(1, 'bad'), group(2, 'fine', 'group-1'), group(3, 'bad', 'group-1')]
    const result = applied([careful, plain], events)
    expect(result.failures).toHaveLength(1)
    expect(result).toMatchObject({ keys: [], groups: [1, 2, 3] })
  })

  test('stays behind in later batches', () => {
    const events = [group(2, 'fine', 'group-1'), group(3, 'fine')]
    expect(applied([careful], events, new Set(['group-1']))).toMatchObject({
      keys: ['careful 3'],
      failures: [],
    })
  })

  test('can also be one whose event does not parse', () => {
    const broken = recorded({ type: 'GroupCreated', data: { groupId: 'one' } }, 1)
    const result = applied([plain], [broken, group(2, 'b')])
    expect(result.failures).toMatchObject([
      { projection: 'plain', position: 1n, error: expect.stringContaining('groupId') },
    ])
    expect(result.groups).toEqual([2])
  })

  test('or one that a newer release has written', () => {
    const newer = recorded({ type: 'GroupCreated', data: { groupId: 1, name: 'a' } }, 1, {
      schemaVersion: 9,
    })
    expect(applied([plain], [newer]).failures).toMatchObject([
      { error: expect.stringContaining('version 9') },
    ])
  })
})

describe('a projection that may not skip anything', () => {
  const strict = tripping('strict', 'stop')

  test.each([
    ['before the others', [strict, plain]],
    ['after the others', [plain, strict]],
  ] as const)('stops the line ahead of what it cannot follow, %s', (_, projections) => {
    const result = applied(projections, [group(1, 'a'), group(2, 'bad'), group(3, 'c')])
    expect(result.stopped).toEqual({
      projection: 'strict',
      stream: 'group-2',
      position: 2n,
      error: 'half-way',
    })
    expect(result).toMatchObject({ groups: [1], keys: ['strict 1'], upTo: 1n, failures: [] })
  })

  test('stops it at the very first event', () => {
    expect(applied([strict, plain], [group(1, 'bad')])).toMatchObject({
      upTo: undefined,
      groups: [],
      stopped: { position: 1n },
    })
  })

  test('leaves no stream behind for others at the event it stops at', () => {
    const careful = tripping('careful', 'quarantine')
    const result = applied([careful, strict], [group(1, 'bad')])
    expect(result).toMatchObject({ failures: [], stopped: { projection: 'strict' } })
  })
})

test('folding a batch leaves the feeds as they were', () => {
  const feeds = feedsFrom([tripping('careful', 'quarantine')])
  const fold = () =>
    [...applyBatch(feeds, [group(1, 'bad')], reveal).outcomes.values()].flatMap((it) => it.failures)
  expect(fold()).toHaveLength(1)
  expect(fold()).toHaveLength(1)
})

test('each feed takes in only what comes after its position', () => {
  const [feed] = feedsFrom([plain])
  if (!feed) throw new Error('no feed')
  const [early, late] = [feed, { ...feed, position: 2n }]
  const { outcomes } = applyBatch(
    [early, late],
    [1, 2, 3].map((n) => group(n, 'a')),
    reveal,
  )
  const idsOf = (taken: typeof feed) => {
    const tables: MemoryTables = new Map()
    applyChanges(tables, outcomes.get(taken)?.changes.changes() ?? [])
    return rowsIn(tables, groups).map(({ id }) => id)
  }
  expect([idsOf(early), idsOf(late)]).toEqual([[1, 2, 3], [3]])
})

test('the people of a batch are those whose data it holds', () => {
  const person = { email: seal('a'), firstName: seal('b'), lastName: seal('c') }
  const events = [
    recorded({ type: 'UserRegistered', data: { userId: 3, ...person } }),
    recorded({ type: 'UserEmailChanged', data: { userId: 4, email: seal('x') } }),
    recorded({ type: 'UserDeactivated', data: { userId: 5 } }),
    recorded({ type: 'UserRegistered', data: { userId: 'six' } }),
    recorded({ type: 'UserRegistered', data: null }),
    recorded({ type: 'Unheard', data: { userId: 7 } }),
  ]
  expect([...peopleIn(events)]).toEqual([3, 4])
})
