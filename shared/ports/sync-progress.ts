/** Tables a sync has gone through, and all there are. */
export type TablesDone = { readonly done: number; readonly total: number }

/** How far syncs are, in whatever process: told to whoever looks meanwhile, and nothing depends on it. */
export type SyncProgress = {
  /** Of those databases that a sync is under way of. */
  of(databaseIds: readonly number[]): Promise<ReadonlyMap<number, TablesDone>>
  /** Undefined when the sync ends. Does not wait for anything, and does not fail. */
  note(databaseId: number, progress: TablesDone | undefined): void
}
