import type { Views } from './context.ts'

/** People are renamed; their collections follow. */
export const collectionName = (name: string | null, owner: string | null): string =>
  name ?? `${owner ?? 'Somebody'}'s Personal Collection`

/** All collections, under the names they have now. */
export const namedCollections = async (views: Views) => {
  const rows = await views
    .selectFrom('collections')
    .leftJoin('users', 'users.id', 'collections.personal_owner_id')
    .selectAll('collections')
    .select('users.common_name as owner_name')
    .execute()
  return rows.map(({ owner_name, ...row }) => ({
    ...row,
    name: collectionName(row.name, owner_name),
  }))
}
