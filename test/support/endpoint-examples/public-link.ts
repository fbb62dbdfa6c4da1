import * as publicLink from '../../../shared/contract/public-link.ts'
import { saveCard } from './card.ts'
import type { Example, Examples, World } from './example.ts'

const newCard = async (world: World) => ({ id: await saveCard(world) })
const sharedCard: Example['params'] = async (world) => {
  const { id } = await newCard(world)
  await world.admin.post(`/api/card/${id}/public_link`)
  return { id }
}
const newDashboard = async ({ admin }: World): Promise<{ id: number }> => {
  const { body } = await admin.post('/api/dashboard', { name: 'To be shared' })
  return { id: body.id }
}
const sharedDashboard: Example['params'] = async (world) => {
  const { id } = await newDashboard(world)
  await world.admin.post(`/api/dashboard/${id}/public_link`)
  return { id }
}

export const publicLinkExamples: Examples = [
  [publicLink.shareCard, { params: newCard, body: () => ({ rotate: false }) }],
  [publicLink.unshareCard, { params: sharedCard }],
  [publicLink.listSharedCards, { query: 'limit=1' }],
  [publicLink.shareDashboard, { params: newDashboard, body: () => ({}) }],
  [publicLink.unshareDashboard, { params: sharedDashboard }],
  [publicLink.listSharedDashboards, { query: 'limit=1' }],
]
