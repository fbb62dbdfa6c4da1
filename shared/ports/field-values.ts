/** Cached distinct values of small fields: a cache beside the log, rebuilt from the database. */
export type FieldValues = {
  get(fieldId: number): Promise<{ values: readonly unknown[]; hasMore: boolean } | undefined>
  put(
    databaseId: number,
    fieldId: number,
    values: readonly unknown[],
    hasMore: boolean,
  ): Promise<void>
  /** Which of these fields have cached values. */
  known(fieldIds: readonly number[]): Promise<ReadonlySet<number>>
  /** Forgets the values of all other fields of this database. */
  retain(databaseId: number, fieldIds: readonly number[]): Promise<void>
  discard(databaseId: number): Promise<void>
  /** Discards what is older than that, of all databases but these; answers how many fields. */
  sweep(keepDatabases: readonly number[], olderThanSeconds: number): Promise<number>
}
