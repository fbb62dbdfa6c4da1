import type { createDashboard, updateDashboard } from '../../shared/contract/dashboard.ts'
import type { BodyOf } from '../../shared/contract/endpoint.ts'
import type { DashboardContent } from '../../shared/events/dashboard.ts'

/** What is saved of a new, empty dashboard. */
export const newContent = (body: BodyOf<typeof createDashboard>): DashboardContent => ({
  name: body.name,
  description: body.description ?? null,
  parameters: body.parameters ?? [],
  tabs: [],
  width: body.width ?? 'fixed',
  autoApplyFilters: body.auto_apply_filters ?? true,
  cacheTtl: body.cache_ttl ?? null,
})

/** What is wanted of a dashboard; null says something of a description and a cache only. */
export const changedContent = (
  body: BodyOf<typeof updateDashboard>,
): { readonly [P in keyof Omit<DashboardContent, 'tabs'>]: DashboardContent[P] | undefined } => ({
  name: body.name ?? undefined,
  description: body.description,
  parameters: body.parameters ?? undefined,
  width: body.width ?? undefined,
  autoApplyFilters: body.auto_apply_filters ?? undefined,
  cacheTtl: body.cache_ttl,
})
