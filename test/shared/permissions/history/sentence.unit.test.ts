import { describe, expect, test } from '@jest/globals'
import type { DomainEvent } from '../../../../shared/events/index.ts'
import type { EventActor } from '../../../../shared/kernel/event.ts'
import { isolated } from '../../../../shared/kernel/isolated.ts'
import { explain } from '../../../../shared/permissions/history/explain.ts'
import { namesAt } from '../../../../shared/permissions/history/names.ts'
import type { Resource } from '../../../../shared/permissions/history/resource.ts'
import { sentenceOf } from '../../../../shared/permissions/history/sentence.ts'
import { whoCan } from '../../../../shared/permissions/history/who-can.ts'
import { whoCanSentence } from '../../../../shared/permissions/history/who-can-sentence.ts'
import { happened, historyOf, recordAll } from '../../../support/some-history.ts'

const people = new Map([
  [1, 'Grace'],
  [7, 'Ada'],
])

const collection = (
  collectionId: number,
  name: string | null,
  more: {
    personalOwnerId?: number
    parentId?: number
    access?: { group: number; level: 'read' }[]
  },
): DomainEvent => ({
  type: 'CollectionCreated',
  data: {
    collectionId,
    name,
    description: null,
    parentId: null,
    personalOwnerId: null,
    authorityLevel: null,
    access: [],
    ...more,
  },
})

const beginning: readonly DomainEvent[] = [
  happened.group(1, 'All Users'),
  happened.group(2, 'Administrators'),
  happened.registered(1),
  happened.registered(7),
  happened.group(3, 'Analysts'),
  happened.group(4, 'Managers'),
  happened.database(5),
  happened.joined(3, 7),
  happened.joined(4, 7),
]
const asGrace = (index: number): EventActor =>
  index === 2 ? { kind: 'system', name: 'start-up' } : { kind: 'user', id: 1 }

const after = { group: 3, database: 5, right: 'data', from: null } as const
const publicToAnalysts = happened.revised(
  1,
  [{ ...after, schema: 'public', to: 'all' }],
  'quarterly review',
)
const taken = happened.revised(
  2,
  [{ ...after, schema: 'public', from: 'all', to: null }],
  'the audit',
)
const orders: Resource = { kind: 'data', databaseId: 5, schema: 'public', tableId: 11 }

const logOf = (...more: readonly DomainEvent[]) =>
  historyOf(recordAll([...beginning, ...more, happened.table(11, 5, 'public', 'orders')], asGrace))

const say = (resource: Resource, ...more: readonly DomainEvent[]) => {
  const history = logOf(...more)
  const state = history.at()
  const names = namesAt(history.ledger, state.position, people)
  return sentenceOf(history, explain(history, state, 7, resource), names)
}

describe('why somebody may', () => {
  test('because of a group, with who let them in, who granted it, where, and what for', () => {
    expect(say(orders, publicToAnalysts)).toBe(
      'Ada may query table orders because of group Analysts (joined 2 January 2026 by Grace), ' +
        "which has all on schema public since revision 1 (by Grace, 'quarterly review').",
    )
  })

  test('the group that gives more is the reason', () => {
    const more = happened.revised(2, [
      { ...after, group: 4, table: 11, schema: 'public', to: 'read' },
    ])
    expect(say(orders, publicToAnalysts, more)).toContain('because of group Analysts')
  })

  test('of two that give the same, the older one is the reason', () => {
    const same = happened.revised(2, [{ ...after, group: 4, to: 'all' }])
    expect(say(orders, publicToAnalysts, same)).toContain('because of group Analysts')
    const history = logOf(publicToAnalysts, same)
    const standings = explain(history, history.at(), 7, orders).paths.map((it) => it.standing)
    expect(standings).toEqual(['nothing', 'decides', 'as-good'])
  })

  test('because they are an admin', () => {
    expect(say(orders, happened.adminGranted(7))).toBe(
      'Ada may query table orders because Ada is an admin (made one 2 January 2026 by Grace).',
    )
  })

  test('because everybody may', () => {
    expect(say({ kind: 'data', databaseId: 6 }, happened.database(6, true))).toBe(
      'Ada may query database Database 6 because of group All Users (everybody is in it), which ' +
        'has all on database Database 6 since it was connected (2 January 2026, by Grace).',
    )
    expect(say({ kind: 'collection', collectionId: 'root' })).toBe(
      'Ada may change the root collection because of group All Users (everybody is in it), which ' +
        'has write on the root collection from the beginning.',
    )
  })

  test('because it is their own, whatever groups were given', () => {
    const own = collection(8, null, { personalOwnerId: 7 })
    const inside = collection(9, 'Drafts', { parentId: 8, access: [{ group: 3, level: 'read' }] })
    expect(say({ kind: 'collection', collectionId: 9 }, own, inside)).toBe(
      "Ada may change collection Drafts because it is Ada's own.",
    )
    const notMine = collection(8, null, { personalOwnerId: 1 })
    const theirs = { kind: 'collection', collectionId: 8 } as const
    expect(say(theirs, notMine)).toBe(
      "Ada may not see collection Grace's Personal Collection: only Grace and admins may.",
    )
  })

  test('because the group had it when the collection was made', () => {
    const made = collection(8, 'Reports', { access: [{ group: 3, level: 'read' }] })
    expect(say({ kind: 'collection', collectionId: 8 }, made)).toContain(
      'Ada may see collection Reports because of group Analysts (joined 2 January 2026 by Grace), ' +
        'which has read on collection Reports since it was made (2 January 2026, by Grace).',
    )
  })
})

describe('why somebody may not', () => {
  test('nobody ever said they may', () => {
    expect(say(orders)).toBe(
      'Ada may not query table orders: ' +
        'none of their groups (All Users, Analysts and Managers) has access to it.',
    )
  })

  test('it was taken away, by whom and what for', () => {
    expect(say(orders, publicToAnalysts, taken)).toContain(
      "Analysts has nothing there since revision 2 (by Grace, 'the audit').",
    )
  })

  test('whoever took it away did, not who said the same in other words later', () => {
    const none = happened.revised(2, [
      { ...after, schema: 'public', from: 'all', to: null },
      { ...after, to: 'none' },
    ])
    const another = happened.revised(3, [
      { ...after, from: 'none', to: null },
      { ...after, schema: 'public', table: 12, to: 'all' },
    ])
    expect(say(orders, publicToAnalysts, none, another)).toContain(
      'Analysts has nothing there since revision 2 (by Grace)',
    )
  })

  test('nothing was taken from a group that never had anything', () => {
    expect(say(orders, happened.revised(1, [{ ...after, to: 'none' }]))).toMatch(/access to it\.$/)
    expect(say({ kind: 'native', databaseId: 6 }, happened.database(6, true))).toMatch(/do that\.$/)
  })

  test('what everybody had from the beginning can be taken', () => {
    const closed: DomainEvent = {
      type: 'CollectionGraphRevised',
      data: {
        revision: 1,
        changes: [{ group: 1, collection: 'root', from: 'write', to: 'none' }],
        comment: 'tidy',
        revertedTo: null,
      },
    }
    expect(say({ kind: 'collection', collectionId: 'root' }, closed)).toContain(
      "All Users has nothing there since revision 1 (by Grace, 'tidy').",
    )
  })

  test('only a part is theirs', () => {
    expect(say({ kind: 'data', databaseId: 5 }, publicToAnalysts)).toBe(
      'Ada may not query database Database 5: only parts of it are open to Analysts.',
    )
  })

  test('SQL is a right of its own', () => {
    const query = happened.revised(1, [{ ...after, to: 'all' }])
    expect(say({ kind: 'native', databaseId: 5 }, query)).toContain(
      'may not run SQL on database Database 5: none of their groups',
    )
  })

  test('the account is deactivated', () => {
    expect(say(orders, publicToAnalysts, happened.deactivated(7))).toBe(
      'Ada may not query table orders: the account was deactivated 2 January 2026 by Grace.',
    )
  })
})

describe('who may', () => {
  const sayWhoOf = (resource: Resource, ...more: readonly DomainEvent[]) => {
    const history = logOf(...more)
    const names = namesAt(history.ledger, history.position, people)
    return whoCanSentence(resource, 'read', whoCan(history, history.at(), resource), names)
  }
  const sayWho = (...more: readonly DomainEvent[]) => sayWhoOf(orders, ...more)

  test('how many, and through what', () => {
    expect(sayWho(publicToAnalysts, happened.adminGranted(1))).toBe(
      '2 people may query table orders, through Administrators (1) and Analysts (1).',
    )
    expect(sayWho()).toBe('Nobody may query table orders.')
  })

  test('of what is somebody’s own, its owner too, and that they may change it', () => {
    const own = collection(8, null, { personalOwnerId: 7 })
    expect(sayWhoOf({ kind: 'collection', collectionId: 8 }, own, happened.adminGranted(1))).toBe(
      "2 people may change collection Ada's Personal Collection, " +
        'through Administrators (1) and Ada, whose own it is.',
    )
  })

  test('of a collection, how many may also change it', () => {
    const made = collection(8, 'Reports', { access: [{ group: 3, level: 'read' }] })
    const reports = { kind: 'collection', collectionId: 8 } as const
    expect(sayWhoOf(reports, made, happened.adminGranted(1))).toBe(
      '2 people may see collection Reports, and 1 of them may change it, ' +
        'through Administrators (1) and Analysts (1).',
    )
    expect(sayWhoOf(reports, made)).toBe(
      '1 person may see collection Reports, through Analysts (1).',
    )
  })

  test('how many more may use a part of it', () => {
    const shop: Resource = { kind: 'data', databaseId: 5 }
    const byParts = happened.revised(2, [
      { ...after, group: 4, schema: 'public', table: 11, to: 'read' },
    ])
    expect(sayWhoOf(shop, publicToAnalysts, byParts, happened.adminGranted(1))).toBe(
      '1 person may query database Database 5, through Administrators (1); ' +
        '1 more may query parts of it, through Analysts (1) and Managers (1).',
    )
    expect(sayWhoOf(shop, publicToAnalysts)).toBe(
      'Nobody may query all of database Database 5; ' +
        '1 person may query parts of it, through Analysts (1).',
    )
    expect(sayWhoOf(shop, publicToAnalysts, happened.adminGranted(7))).toBe(
      '1 person may query database Database 5, through Administrators (1).',
    )
  })

  test('a part counts at the level asked for', () => {
    const history = logOf(happened.revised(1, [{ ...after, schema: 'public', to: 'read' }]))
    const shop: Resource = { kind: 'data', databaseId: 5 }
    const partly = { users: [{ userId: 7, groupIds: [3] }], groups: [{ groupId: 3, members: 1 }] }
    expect(whoCan(history, history.at(), shop).partly).toEqual(partly)
    expect(whoCan(history, history.at(), shop, 'write').partly.users).toEqual([])
  })

  test('only with the level asked for', () => {
    const history = logOf(happened.revised(1, [{ ...after, to: 'read' }]))
    expect(whoCan(history, history.at(), orders).users).toHaveLength(1)
    expect(whoCan(history, history.at(), orders, 'write').users).toEqual([])
  })
})

describe('a name in a sentence', () => {
  const evil = 'Ana\u202elysts\u2069'
  const renamed: DomainEvent = { type: 'GroupRenamed', data: { groupId: 3, name: evil } }

  test('turns nothing around it, whatever it holds', () => {
    expect(say(orders, publicToAnalysts, renamed)).toContain(
      'because of group \u2068Ana\u202elysts\u2069 (joined 2 January 2026 by Grace)',
    )
    const history = logOf(publicToAnalysts, renamed)
    const names = namesAt(history.ledger, history.position, people)
    const who = whoCan(history, history.at(), orders)
    expect(whoCanSentence(orders, 'read', who, names)).toBe(
      '1 person may query table orders, through \u2068Ana\u202elysts\u2069 (1).',
    )
    const changes = [{ ...after, schema: 'public', from: 'all', to: null }] as const
    const taking = happened.revised(2, changes, 'why\u202e not')
    expect(say(orders, publicToAnalysts, taking)).toContain(
      "(by Grace, '\u2068why\u202e not\u2069').",
    )
  })

  test('that runs from right to left is kept apart; any other is as it is', () => {
    expect([isolated('שלום'), isolated('Zoë 日本')]).toEqual(['\u2068שלום\u2069', 'Zoë 日本'])
  })
})

describe('names', () => {
  test('are those of the moment; what is gone goes by its last one', () => {
    const history = logOf(
      { type: 'GroupRenamed', data: { groupId: 3, name: 'Data people' } },
      happened.groupDeleted(3),
    )
    const nameAt = (position: bigint) => namesAt(history.ledger, position, people).group(3)
    expect([27n, 30n, 33n].map(nameAt)).toEqual(['Analysts', 'Data people', 'Data people'])
  })

  test('of tables outlive their database', () => {
    const history = logOf(happened.databaseDeleted(5))
    expect(namesAt(history.ledger, history.position, people).table(11)).toBe('orders')
  })

  test('whoever and whatever has none is told by its id', () => {
    const names = namesAt(logOf().ledger, 99n, new Map())
    expect([names.person(7), names.table(12), names.group(40), names.collection(3)]).toEqual([
      'user 7',
      'table 12',
      'group 40',
      'collection 3',
    ])
  })
})
