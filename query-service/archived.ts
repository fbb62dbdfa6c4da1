/** Something saved is archived by itself or with its collection. */
export const isArchived = ({
  archived,
  collection_archived,
}: {
  readonly archived: boolean
  readonly collection_archived: boolean | null
}): boolean => archived || collection_archived === true
