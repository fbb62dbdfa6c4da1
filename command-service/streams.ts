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
  database: (databaseId: number) => `database-${databaseId}`,
  table: (tableId: number) => `table-${tableId}`,
} as const
