/** What an action does: a row of a model's table, SQL somebody wrote, or a call to another service. */
export const actionTypes = ['implicit', 'query', 'http'] as const
export type ActionType = (typeof actionTypes)[number]

/** What an implicit action does to one row. */
export const implicitKinds = ['row/create', 'row/update', 'row/delete'] as const
export type ImplicitKind = (typeof implicitKinds)[number]

export const httpMethods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const

/** How a run ended. */
export const runOutcomes = [
  /** All of it was written, or the other service answered well. */
  'committed',
  /** Nothing was written, for sure. */
  'rolled-back',
  /** The other service answered that it failed; what it did is its business. */
  'failed',
  /** Nothing was sent: it may not be. */
  'refused',
  /** Nobody knows whether it was done: the last answer was lost, or the service stopped half-way. */
  'unknown',
] as const
export type RunOutcome = (typeof runOutcomes)[number]

/** By what an action was run. */
export const runWays = ['api', 'dashboard', 'public-link'] as const
export type RunWay = (typeof runWays)[number]
