import * as embed from '../../../shared/contract/embed.ts'
import { tokenFor } from '../embedding-token.ts'
import type { Examples, World } from './example.ts'

const place = { row: 0, col: 0, sizeX: 4, sizeY: 4 }
const embedding = { enable_embedding: true, embedding_params: { which: 'enabled' } }

/** Embeds the question that is shared and a dashboard that shows it, as the admin. */
export const embedSomething = async (world: World): Promise<World['embedded']> => {
  const { admin, fieldId, shared } = world
  const { cardId } = shared
  await admin.put(`/api/card/${cardId}`, embedding)
  const parameters = [{ id: 'which', name: 'Which', slug: 'which', type: 'id' }]
  const { body: made } = await admin.post('/api/dashboard', { name: 'Embedded', parameters })
  const target = ['dimension', ['field', fieldId, null]]
  const { body: dashcard } = await admin.post(`/api/dashboard/${made.id}/cards`, {
    cardId,
    ...place,
    parameter_mappings: [{ parameter_id: 'which', card_id: cardId, target }],
  })
  await admin.put(`/api/dashboard/${made.id}`, embedding)
  return { cardId, dashboardId: made.id, dashcardId: dashcard.id }
}

const theCard = ({ embedded: { cardId } }: World) => ({
  token: tokenFor({ question: cardId }),
  key: 'which',
  query: '1',
})

const theDashboard = ({ embedded: { cardId, dashboardId, dashcardId } }: World) => ({
  token: tokenFor({ dashboard: dashboardId }),
  dashcardId,
  cardId,
  key: 'which',
  query: '1',
})

const asked = 'which=1&which=2'

export const embedExamples: Examples = [
  [embed.getEmbeddedCard, { params: theCard }],
  [embed.runEmbeddedCard, { params: theCard, query: asked }],
  [embed.runEmbeddedCardPivot, { params: theCard, query: asked }],
  [embed.exportEmbeddedCard, { params: theCard, query: asked }],
  [embed.listEmbeddedCardParameterValues, { params: theCard }],
  [embed.searchEmbeddedCardParameterValues, { params: theCard }],
  [embed.remapEmbeddedCardParameterValue, { params: theCard, query: 'value=1' }],
  [embed.getEmbeddedDashboard, { params: theDashboard }],
  [embed.runEmbeddedDashcard, { params: theDashboard, query: asked }],
  [embed.runEmbeddedDashcardPivot, { params: theDashboard, query: asked }],
  [embed.exportEmbeddedDashcard, { params: theDashboard, query: asked }],
  [embed.listEmbeddedDashboardParameterValues, { params: theDashboard }],
  [embed.searchEmbeddedDashboardParameterValues, { params: theDashboard }],
  [embed.remapEmbeddedDashboardParameterValue, { params: theDashboard, query: 'value=1' }],
]
