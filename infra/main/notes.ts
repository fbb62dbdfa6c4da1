import type { Notes } from '../http/health.ts'
import { placeInWords, type SiteLimiter } from '../limits/site-limiter.ts'
import type { Role } from '../roles.ts'
import type { LogAdapters } from './log-adapters.ts'
import { partsOf } from './parts.ts'
import type { Projecting } from './projecting.ts'
import type { Working } from './working.ts'

type Noted = Pick<LogAdapters, 'bus' | 'eventStore'> & {
  readonly role: Role
  readonly limits?: Pick<SiteLimiter, 'place'>
  readonly projecting: Projecting | undefined
  readonly working?: Working | undefined
}

const isThere = ({ eventStore }: Pick<Noted, 'eventStore'>) =>
  eventStore.head().then(
    () => 'ok',
    () => 'not reachable: reads go on, and nothing is written',
  )

/**
 * What is worth knowing of a process and no reason to stop asking it: limits hold with Redis and
 * without, hints save time and no more, and who only reads goes on without the log.
 */
export const notesOf = ({ role, limits, projecting, working, ...adapters }: Noted): Notes => {
  const { kind } = adapters.bus.facts()
  const { sides, loops } = partsOf[role]
  const onlyReads = !sides.includes('command') && loops.length === 0
  return {
    role: () => role,
    ...(limits && { limits: () => placeInWords(limits.place()) }),
    ...(kind !== 'local' && {
      hints: () => `by ${kind}${adapters.bus.facts().connected ? '' : ', which is away'}`,
    }),
    ...(onlyReads && { log: () => isThere(adapters) }),
    ...(projecting && { projector: () => projecting.leadership().status }),
    ...(working && { worker: () => working.leadership().status }),
  }
}
