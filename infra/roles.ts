/** What a process may be: everything, or one part of a service that many processes are. */
export const roles = ['all', 'command', 'query', 'projector', 'worker'] as const

export type Role = (typeof roles)[number]
