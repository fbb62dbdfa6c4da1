import type { RevisionRecord } from '../../shared/contract/revision.ts'
import type { Json } from '../../shared/kernel/json.ts'
import type { presentVersions } from '../versions.ts'

type Told = Awaited<ReturnType<typeof presentVersions>>[number]

const side = (changes: Told['changes'], which: 'from' | 'to'): Record<string, Json> =>
  Object.fromEntries(Object.entries(changes).map(([key, change]) => [key, change[which]]))

const describe = ({ version, restored_to: restoredTo, changes }: Told): string => {
  if (version === 1) return 'created this.'
  if (restoredTo !== null) return 'reverted to an earlier version.'
  const names = Object.keys(changes).map((key) => key.replaceAll('_', ' '))
  return names.length > 0 ? `changed ${names.join(', ')}.` : 'changed this.'
}

/** A version as a revision. */
export const presentRevision = (told: Told): RevisionRecord => {
  const { version, timestamp, user, changes, restored_to: restoredTo } = told
  const isCreation = version === 1
  return {
    id: version,
    timestamp,
    user: { id: user.id, common_name: user.name },
    is_creation: isCreation,
    is_reversion: restoredTo !== null,
    message: null,
    description: describe(told),
    has_multiple_changes: !isCreation && Object.keys(changes).length > 1,
    diff: isCreation ? null : { before: side(changes, 'from'), after: side(changes, 'to') },
  }
}
