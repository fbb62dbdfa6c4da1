import { describe, test } from '@jest/globals'
import {
  type DashboardCommand,
  dashboardDecider,
} from '../../../command-service/dashboard/decider.ts'
import type { DashboardState } from '../../../shared/dashboards/dashboard-state.ts'
import type { DashboardEvent, Dashcard } from '../../../shared/events/dashboard.ts'
import { givenFor } from '../../support/given.ts'
import { dashboardChanged, dashboardCreated, dashcard } from '../../support/some-dashboards.ts'

const given = givenFor(dashboardDecider)

const map = (field: number) => [
  { parameter_id: 'p', target: ['dimension', ['field', field, null]] },
]
const mapped = dashcard(1, { parameterMappings: map(5) })
const filters = [{ id: 'p', type: 'string/=' }]
const created = dashboardCreated(3, { dashcards: [mapped, dashcard(2)], parameters: filters })
const { dashboardId, ...data } = created.data
const examined: DashboardState = {
  ...data,
  archived: false,
  enableEmbedding: false,
  embeddingParams: null,
}
const changed = (card: Dashcard): DashboardEvent =>
  dashboardChanged(3, { dashcards: { added: [], changed: [card], removed: [] } })

const whole = (...dashcards: Dashcard[]): DashboardCommand => ({
  type: 'ChangeDashboard',
  data: { dashboardId: 3, wishes: { dashcards }, examined },
})
const arrange = (card: Partial<Dashcard>): DashboardCommand => ({
  type: 'ChangeCards',
  data: { dashboardId: 3, cards: [{ id: 1, ...card }], examined },
})

describe('what was looked at for its rights is what is changed', () => {
  const taken = changed(dashcard(1))
  const other = changed(dashcard(1, { parameterMappings: map(6) }))

  test('and is not brought back once somebody else has taken it away', () => {
    given(created, taken)
      .when(whole(mapped, dashcard(2)))
      .thenRefuses('conflict')
    given(created, taken)
      .when(arrange({ parameterMappings: map(5) }))
      .thenRefuses('conflict')
    given(created, taken)
      .when({ type: 'RestoreDashboard', data: { dashboardId: 3, toVersion: 1, examined } })
      .thenRefuses('conflict')
  })

  test('nor put together with what somebody else has made of it', () => {
    given(created, other)
      .when(arrange({ series: [9] }))
      .thenRefuses('conflict')
    const sourced = dashboardChanged(3, { parameters: [{ id: 'p', type: 'category' }] })
    const wishes = { parameters: [...filters, { id: 'q', type: 'number/=' }] }
    given(created, sourced)
      .when({ type: 'ChangeDashboard', data: { dashboardId: 3, wishes, examined } })
      .thenRefuses('conflict')
  })

  test('while the rest goes on at once', () => {
    given(created, other)
      .when(arrange({ col: 6 }))
      .then(changed(dashcard(1, { col: 6, parameterMappings: map(6) })))
    given(created, changed({ ...mapped, col: 2 }))
      .when(arrange({ parameterMappings: map(6) }))
      .then(changed(dashcard(1, { col: 2, parameterMappings: map(6) })))
    given(created, other)
      .when({ type: 'ChangeDashboard', data: { dashboardId: 3, wishes: { name: 'x' }, examined } })
      .then(dashboardChanged(3, { name: 'x' }))
  })
})
