import type { CollectionGraphTrial } from '../../shared/contract/collection-graph.ts'
import type { CollectionChange } from '../../shared/events/permission-graph.ts'
import type { AccessState } from '../../shared/permissions/access-state.ts'
import { administratorsId } from '../../shared/permissions/default-groups.ts'
import { groupsInForce } from '../../shared/permissions/effective.ts'
import { revisedCollections } from '../../shared/permissions/graph/collection-graph.ts'
import { isStronger, strongest } from '../../shared/permissions/levels.ts'

type Effect = CollectionGraphTrial['gains'][number]

type Company = { readonly groupIds: readonly number[]; readonly userIds: number[] }

/**
 * Active users whom a change in these groups can touch at all: admins may do everything anyway.
 * People are many and combinations of groups few, so those who share all groups go together.
 */
const concerned = (state: AccessState, changes: readonly CollectionChange[]) => {
  const changed = new Set(changes.map(({ group }) => group))
  const members = new Set([...changed].flatMap((groupId) => state.memberIdsOf(groupId)))
  const companies = new Map<string, Company>()
  for (const userId of members) {
    const groupIds = groupsInForce(state, userId)
    if (groupIds.length === 0 || groupIds.includes(administratorsId)) continue
    const company = companies.get(groupIds.join()) ?? { groupIds, userIds: [] }
    companies.set(groupIds.join(), company)
    company.userIds.push(userId)
  }
  return [...companies.values()]
}

/** What a request would do, told instead of done: who comes to have what, and who loses it. */
export const graphTrialOf = (
  state: AccessState,
  changes: readonly CollectionChange[],
): CollectionGraphTrial => {
  const after = revisedCollections(state, changes)
  const collectionIds = [...new Set(changes.map(({ collection }) => collection))]
  const companies = concerned(state, changes)
  const effects = new Map<string, Effect>()
  for (const collection_id of collectionIds)
    for (const { groupIds, userIds } of companies) {
      const levelIn = (there: AccessState) =>
        strongest(groupIds.map((id) => there.collectionLevel(id, collection_id) ?? 'none'))
      const [from, to] = [levelIn(state), levelIn(after)]
      if (from === to) continue
      const key = `${collection_id} ${from} ${to}`
      const others = effects.get(key)?.user_ids ?? []
      const user_ids = [...others, ...userIds].sort((a, b) => a - b)
      effects.set(key, { user_ids, collection_id, from, to })
    }
  const all = [...effects.values()]
  return {
    dry_run: true,
    revision: state.collectionRevision,
    changes: changes.map(({ group, collection, from, to }) => ({
      group_id: group,
      collection_id: collection,
      from,
      to: to ?? 'none',
    })),
    gains: all.filter(({ from, to }) => isStronger(to, from)),
    losses: all.filter(({ from, to }) => isStronger(from, to)),
  }
}
