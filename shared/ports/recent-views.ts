/** What people look at; `card` is any saved question, be it a model or a metric. */
export type ViewedKind = 'card' | 'dashboard' | 'collection' | 'table'

export type RecentView = {
  readonly kind: ViewedKind
  readonly id: number
  /** When they saw it last. */
  readonly at: Date
}

/** What people looked at lately: a convenience beside the log, and no record of anything. */
export type RecentViews = {
  /** Notes it in the background; what cannot be noted is lost. */
  note(userId: number, kind: ViewedKind, id: number): void
  /** The latest first, a hundred of them at most. */
  of(userId: number): Promise<readonly RecentView[]>
}
