/** Everybody is in All Users; being in Administrators is the same fact as being an admin. */
export const allUsersId = 1
export const administratorsId = 2

export const defaultGroups = [
  { groupId: allUsersId, name: 'All Users' },
  { groupId: administratorsId, name: 'Administrators' },
] as const

/** Default groups cannot be renamed, deleted or cleared (decision P9). */
export const isDefaultGroup = (groupId: number): boolean =>
  defaultGroups.some((group) => group.groupId === groupId)
