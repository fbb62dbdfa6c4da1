import * as shared from '../../../shared/contract/public.ts'
import type { Examples, World } from './example.ts'
import { pivotedCard } from './pivot.ts'

const place = { row: 0, col: 0, sizeX: 4, sizeY: 4 }

/** Shares a question and a dashboard that shows it, each with a parameter, as the admin. */
export const shareSomething = async (world: World): Promise<World['shared']> => {
  const { admin, fieldId } = world
  const { id: cardId } = await pivotedCard(world)
  const target = ['dimension', ['field', fieldId, null]]
  const which = { id: 'which', name: 'Which', slug: 'which', type: 'id' }
  await admin.put(`/api/card/${cardId}`, { parameters: [{ ...which, target }] })
  const { body: made } = await admin.post('/api/dashboard', { name: 'Shared', parameters: [which] })
  const { body: dashcard } = await admin.post(`/api/dashboard/${made.id}/cards`, {
    cardId,
    ...place,
    parameter_mappings: [{ parameter_id: 'which', card_id: cardId, target }],
  })
  const { body: card } = await admin.post(`/api/card/${cardId}/public_link`)
  const { body: dashboard } = await admin.post(`/api/dashboard/${made.id}/public_link`)
  return {
    card: card.uuid,
    dashboard: dashboard.uuid,
    dashboardId: made.id,
    dashcardId: dashcard.id,
    cardId,
  }
}

const theCard = ({ shared: { card: uuid } }: World) => ({ uuid, key: 'which', query: '1' })

const theDashboard = ({ shared: { dashboard: uuid, dashcardId, cardId } }: World) => ({
  uuid,
  dashcardId,
  cardId,
  key: 'which',
  query: '1',
})

const asked = `parameters=${encodeURIComponent('[{"id":"which","value":[1]}]')}`

export const publicExamples: Examples = [
  [shared.getPublicCard, { params: theCard }],
  [shared.runPublicCard, { params: theCard, query: asked }],
  [shared.runPublicCardPivot, { params: theCard, query: asked }],
  [shared.exportPublicCard, { params: theCard, query: asked }],
  [shared.listPublicCardParameterValues, { params: theCard }],
  [shared.searchPublicCardParameterValues, { params: theCard }],
  [shared.remapPublicCardParameterValue, { params: theCard, query: 'value=1' }],
  [shared.getPublicDashboard, { params: theDashboard }],
  [shared.runPublicDashcard, { params: theDashboard, query: asked }],
  [shared.runPublicDashcardPivot, { params: theDashboard, query: asked }],
  [shared.exportPublicDashcard, { params: theDashboard, query: asked }],
  [
    shared.sendPublicDashcardExport,
    { params: theDashboard, body: () => ({ parameters: [{ id: 'which', value: [1] }] }) },
  ],
  [shared.listPublicDashboardParameterValues, { params: theDashboard }],
  [shared.searchPublicDashboardParameterValues, { params: theDashboard }],
  [shared.remapPublicDashboardParameterValue, { params: theDashboard, query: 'value=1' }],
]
