export const idKinds = [
  'user',
  'membership',
  'group',
  'database',
  'table',
  'field',
  'collection',
  'card',
  'snippet',
  'dashboard',
  'dashcard',
  'dashboard_tab',
  'subscription',
  'subscription_send',
  'action',
  'api_key',
] as const
export type IdKind = (typeof idKinds)[number]

/** Integer ids, given out once each; gaps are fine, reuse is not. */
export type IdSequences = {
  next(kind: IdKind): Promise<number>
  /** `count` ids in one go, ascending. */
  take(kind: IdKind, count: number): Promise<readonly number[]>
}
