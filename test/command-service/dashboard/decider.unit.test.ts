import { describe, test } from '@jest/globals'
import {
  type CardWishes,
  type DashboardCommand,
  dashboardDecider,
} from '../../../command-service/dashboard/decider.ts'
import type { DashboardWishes } from '../../../command-service/dashboard/merge.ts'
import type { DashboardEvent } from '../../../shared/events/dashboard.ts'
import { givenFor } from '../../support/given.ts'
import { dashboardChanged, dashboardCreated, dashcard } from '../../support/some-dashboards.ts'

const given = givenFor(dashboardDecider)

const created = dashboardCreated(3, { dashcards: [dashcard(1), dashcard(2, { cardId: null })] })
const deleted: DashboardEvent = { type: 'DashboardDeleted', data: { dashboardId: 3 } }

const change = (wishes: DashboardWishes, seen?: number): DashboardCommand => ({
  type: 'ChangeDashboard',
  data: { dashboardId: 3, wishes, seen },
})
const arrange = (...cards: CardWishes[]): DashboardCommand => ({
  type: 'ChangeCards',
  data: { dashboardId: 3, cards },
})
const add = (id: number, more = {}): DashboardCommand => ({
  type: 'AddCard',
  data: { dashboardId: 3, card: dashcard(id, more) },
})
const remove = (dashcardId: number): DashboardCommand => ({
  type: 'RemoveCard',
  data: { dashboardId: 3, dashcardId },
})
const restore = (toVersion: number): DashboardCommand => ({
  type: 'RestoreDashboard',
  data: { dashboardId: 3, toVersion },
})

const tabs = [
  { id: 5, name: 'First' },
  { id: 6, name: 'Second' },
]

describe('a dashboard', () => {
  test('is made once', () => {
    const { data } = created
    given().when({ type: 'CreateDashboard', data }).then(created)
    given(created).when({ type: 'CreateDashboard', data }).then()
  })

  test('changes only in what differs', () => {
    given(created)
      .when(change({ name: 'Sales', description: null, parameters: [] }))
      .then(dashboardChanged(3, { name: 'Sales' }))
    given(created)
      .when(change({ name: 'Dashboard 3', archived: false }))
      .then()
  })

  test('is moved and embedded by facts of their own', () => {
    given(created)
      .when(change({ collectionId: 9, enableEmbedding: true, embeddingParams: { id: 'locked' } }))
      .then(
        { type: 'DashboardMoved', data: { dashboardId: 3, from: null, to: 9 } },
        {
          type: 'DashboardEmbeddingChanged',
          data: { dashboardId: 3, enabled: true, parameters: { id: 'locked' } },
        },
      )
  })

  test('is gone once it is deleted', () => {
    given(created)
      .when({ type: 'DeleteDashboard', data: { dashboardId: 3 } })
      .then(deleted)
    given(created, deleted)
      .when(change({ name: 'x' }))
      .thenRefuses('not-found')
    given(created, deleted)
      .when({ type: 'DeleteDashboard', data: { dashboardId: 3 } })
      .thenRefuses('not-found')
    given().when(restore(1)).thenRefuses('not-found')
  })

  test('gets back what it was, but for where it stands', () => {
    const renamed = dashboardChanged(3, {
      name: 'Sales',
      dashcards: { added: [dashcard(4)], changed: [dashcard(1, { row: 9 })], removed: [2] },
    })
    const moved: DashboardEvent = {
      type: 'DashboardMoved',
      data: { dashboardId: 3, from: null, to: 9 },
    }
    given(created, renamed, moved)
      .when(restore(1))
      .then(
        dashboardChanged(3, {
          name: 'Dashboard 3',
          dashcards: {
            added: [dashcard(2, { cardId: null })],
            changed: [dashcard(1)],
            removed: [4],
          },
          restoredTo: 1,
        }),
      )
    given(created).when(restore(1)).then()
    given(created).when(restore(2)).thenRefuses('validation')
  })
})

describe('cards of a dashboard', () => {
  test('come, are placed anew and go, each by itself', () => {
    given(created)
      .when(add(4))
      .then(dashboardChanged(3, { dashcards: { added: [dashcard(4)], changed: [], removed: [] } }))
    given(created)
      .when(arrange({ id: 1, col: 6, sizeX: undefined }))
      .then(
        dashboardChanged(3, {
          dashcards: { added: [], changed: [dashcard(1, { col: 6 })], removed: [] },
        }),
      )
    given(created)
      .when(arrange({ id: 1, col: 0 }))
      .then()
    given(created)
      .when(arrange({ id: 99, col: 6 }))
      .thenRefuses('not-found')
    given(created)
      .when(remove(2))
      .then(dashboardChanged(3, { dashcards: { added: [], changed: [], removed: [2] } }))
    given(created).when(remove(99)).thenRefuses('not-found')
  })

  test('are a whole set where all of them are sent', () => {
    given(created)
      .when(change({ dashcards: [dashcard(1, { sizeX: 12 }), dashcard(8)] }))
      .then(
        dashboardChanged(3, {
          dashcards: {
            added: [dashcard(8)],
            changed: [dashcard(1, { sizeX: 12 })],
            removed: [2],
          },
        }),
      )
  })

  test('stay as they are while the dashboard is put away', () => {
    const away = dashboardChanged(3, { archived: true })
    given(created, away).when(add(4)).thenRefuses('not-found')
    given(created, away)
      .when(arrange({ id: 1, col: 6 }))
      .thenRefuses('not-found')
    given(created, away).when(remove(1)).thenRefuses('not-found')
    given(created, away)
      .when(change({ dashcards: [] }))
      .thenRefuses('not-found')
    given(created, away)
      .when(change({ archived: false }))
      .then(dashboardChanged(3, { archived: false }))
  })

  test('join the only tab, need one of several, and go with theirs', () => {
    const [first, second] = tabs
    given(created)
      .when(change({ tabs: [{ id: 5, name: 'First' }] }))
      .then(
        dashboardChanged(3, {
          tabs: [{ id: 5, name: 'First' }],
          dashcards: {
            added: [],
            changed: [dashcard(1, { tabId: 5 }), dashcard(2, { cardId: null, tabId: 5 })],
            removed: [],
          },
        }),
      )
    given(created).when(change({ tabs })).thenRefuses('validation')
    given(created)
      .when(add(4, { tabId: 77 }))
      .thenRefuses('validation')
    const tabbed = dashboardCreated(3, {
      tabs: first && second ? [first, second] : [],
      dashcards: [dashcard(1, { tabId: 5 }), dashcard(2, { tabId: 6 })],
    })
    given(tabbed)
      .when(change({ tabs: first ? [first] : [] }))
      .then(
        dashboardChanged(3, {
          tabs: first ? [first] : [],
          dashcards: { added: [], changed: [], removed: [2] },
        }),
      )
  })
})

describe('what is larger than an event', () => {
  const large = (id: number, more = {}) =>
    dashcard(id, { visualizationSettings: { text: 'x'.repeat(300_000) }, ...more })
  const none = { added: [], changed: [], removed: [] }

  test('is made of what fits, with the rest behind it', () => {
    const parameters = [{ id: 'p', text: 'x'.repeat(300_000) }]
    const dashcards = [1, 2, 3].map((id) => large(id, { tabId: 5 }))
    const whole = dashboardCreated(3, { parameters, tabs: tabs.slice(0, 1), dashcards })
    given()
      .when({ type: 'CreateDashboard', data: whole.data })
      .then(
        dashboardCreated(3),
        dashboardChanged(3, { parameters, tabs: tabs.slice(0, 1) }),
        ...dashcards.map((card) => dashboardChanged(3, { dashcards: { ...none, added: [card] } })),
      )
  })

  test('is changed and brought back in several steps', () => {
    const grown = [
      dashboardChanged(3, { dashcards: { ...none, added: [large(4)] } }),
      dashboardChanged(3, { dashcards: { ...none, added: [large(5), dashcard(6)] } }),
    ]
    const emptied = dashboardChanged(3, { dashcards: { ...none, removed: [4, 5, 6] } })
    given(created)
      .when(change({ dashcards: [large(1), large(4)] }))
      .then(
        dashboardChanged(3, { dashcards: { ...none, changed: [large(1)], removed: [2] } }),
        dashboardChanged(3, { dashcards: { ...none, added: [large(4)] } }),
      )
    given(created, ...grown, emptied, dashboardChanged(3, { name: 'Other' }))
      .when(restore(3))
      .then(
        dashboardChanged(3, {
          name: 'Dashboard 3',
          dashcards: { ...none, added: [large(4)] },
          restoredTo: 3,
        }),
        dashboardChanged(3, {
          dashcards: { ...none, added: [large(5), dashcard(6)] },
          restoredTo: 3,
        }),
      )
  })
})

describe('two people at once', () => {
  const others = dashboardChanged(3, {
    name: 'Theirs',
    dashcards: { added: [dashcard(4)], changed: [dashcard(1, { row: 9 })], removed: [2] },
  })
  const seen = { dashcards: [dashcard(1), dashcard(2, { cardId: null })] }

  test('lose nothing: what one sends back unchanged does not undo what the other did', () => {
    given(created, others)
      .when(change({ name: 'Dashboard 3', description: 'Mine', ...seen }, 1))
      .then(dashboardChanged(3, { description: 'Mine' }))
    given(created, others)
      .when(change({ dashcards: [...seen.dashcards, dashcard(5)] }, 1))
      .then(dashboardChanged(3, { dashcards: { added: [dashcard(5)], changed: [], removed: [] } }))
  })

  test('hear of it where both changed the same', () => {
    given(created, others)
      .when(change({ name: 'Mine' }, 1))
      .thenRefuses('conflict')
    given(created, others)
      .when(change({ dashcards: [dashcard(1, { row: 5 })] }, 1))
      .thenRefuses('conflict')
    given(created, others)
      .when(change({ dashcards: [dashcard(1), dashcard(2, { cardId: null, row: 3 })] }, 1))
      .thenRefuses('conflict')
    given(created, others)
      .when(change({ name: 'Theirs' }, 1))
      .then()
  })

  test('who does not say what they saw has seen the newest', () => {
    given(created, others)
      .when(change({ name: 'Mine' }))
      .then(dashboardChanged(3, { name: 'Mine' }))
    given(created)
      .when(change({ name: 'Mine' }, 7))
      .thenRefuses('validation')
  })
})
