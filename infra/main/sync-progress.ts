export type TablesDone = { readonly done: number; readonly total: number }

/** How far the syncs of this process are, for whoever looks at a database meanwhile. */
export const syncProgressBoard = () => {
  const board = new Map<number, TablesDone>()
  return {
    of: (databaseId: number): TablesDone | undefined => board.get(databaseId),
    note: (databaseId: number, progress: TablesDone | undefined): void => {
      if (progress) board.set(databaseId, progress)
      else board.delete(databaseId)
    },
  }
}
