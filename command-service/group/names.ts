import { createHash } from 'node:crypto'
import { defaultGroups } from '../../shared/permissions/default-groups.ts'
import { streams } from '../streams.ts'
import { type UniqueNames, uniqueNames } from '../unique-names.ts'
import { groupDecider } from './decider.ts'
import { groupNameDecider, nameTaken } from './name-decider.ts'

/** What spellings of one name share; hashed, because names of streams are short. */
export const groupNameKey = (name: string): string =>
  createHash('sha256').update(name.trim().normalize('NFKC').toLowerCase()).digest('hex')

/** The default groups are never renamed, so their names are nobody else's, ever. */
const keysOfDefaults: ReadonlySet<string> = new Set(
  defaultGroups.map(({ name }) => groupNameKey(name)),
)

const names = uniqueNames({
  decider: groupNameDecider,
  streamOf: (name) => streams.groupName(groupNameKey(name)),
  isUsed: async (executor, name, groupId) => {
    const { state: group } = await executor.load(streams.group(groupId), groupDecider)
    return group.status === 'there' && groupNameKey(group.name) === groupNameKey(name)
  },
})

/** Names of groups: each belongs to one, in whatever spelling. */
export const groupNames: UniqueNames = {
  ...names,
  reserve: async (executor, name, groupId, now) => {
    if (keysOfDefaults.has(groupNameKey(name))) throw nameTaken()
    await names.reserve(executor, name, groupId, now)
  },
}
