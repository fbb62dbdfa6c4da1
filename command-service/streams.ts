import type { SharedKind } from '../shared/events/public-link.ts'

/** The names of streams, in one place. */
export const streams = {
  instance: 'instance',
  settings: 'settings',
  adminRoster: 'admin-roster',
  sample: 'sample',
  user: (userId: number) => `user-${userId}`,
  access: (userId: number) => `access-${userId}`,
  email: (emailKey: string) => `email-${emailKey}`,
  group: (groupId: number) => `group-${groupId}`,
  groupName: (nameKey: string) => `group-name-${nameKey}`,
  permissionsGraph: 'permissions-graph',
  collectionGraph: 'collection-graph',
  collection: (collectionId: number) => `collection-${collectionId}`,
  collectionTree: 'collection-tree',
  personalCollection: (userId: number) => `personal-collection-${userId}`,
  card: (cardId: number) => `card-${cardId}`,
  dashboard: (dashboardId: number) => `dashboard-${dashboardId}`,
  action: (actionId: number) => `action-${actionId}`,
  actionRun: (runId: string) => `action-run-${runId}`,
  publicLink: (kind: SharedKind, entityId: number) => `public-link-${kind}-${entityId}`,
  snippet: (snippetId: number) => `snippet-${snippetId}`,
  snippetName: (nameKey: string) => `snippet-name-${nameKey}`,
  database: (databaseId: number) => `database-${databaseId}`,
  table: (tableId: number) => `table-${tableId}`,
} as const
