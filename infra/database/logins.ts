import type { Role } from '../roles.ts'

/** What a process may do in our database: its part of the service, and what strangers ask of it. */
export const databaseRoles = ['command', 'query', 'projector', 'worker', 'public'] as const

export type DatabaseRole = (typeof databaseRoles)[number]

/** Names of one installation's database roles; `app` may do what all the others may. */
export type Logins = Readonly<Record<DatabaseRole | 'app', string>>

/** By the name of the process that is everything at once: those of its parts begin with it. */
export const loginsOf = (app: string): Logins => {
  const stem = app.replace(/_app$/, '')
  const named = databaseRoles.map((role) => [role, `${stem}_${role}`])
  return { app, ...(Object.fromEntries(named) as Record<DatabaseRole, string>) }
}

/** What a process of this role logs in as. */
export const loginOf = (logins: Logins, role: Role): string => logins[role === 'all' ? 'app' : role]
