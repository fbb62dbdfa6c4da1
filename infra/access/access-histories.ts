import { upcast } from '../../shared/events/index.ts'
import { AccessHistory } from '../../shared/permissions/history/access-history.ts'
import { accessEventTypes } from '../../shared/permissions/history/fold.ts'
import type { AccessHistories } from '../../shared/ports/access-history.ts'
import type { EventStore } from '../../shared/ports/event-store.ts'

/** Events folded before others get a turn: a few milliseconds' worth. */
const batch = 1_000

/** Lets whoever waits on this process go first. */
const breathe = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * The history in this process's memory, brought up to the head of the log whenever it is asked for:
 * the first time that reads the whole log, later only what is new. About half a kilobyte a revision.
 * @param onProgress is told now and then how far a long fold has come; what it throws ends the fold
 */
export const accessHistories = (
  eventStore: Pick<EventStore, 'head' | 'readAll'>,
  onProgress: (position: bigint, events: number) => void = () => undefined,
): AccessHistories => {
  const history = new AccessHistory()

  const catchUp = async () => {
    const head = await eventStore.head()
    const after = history.position
    if (head <= after) return
    let folded = 0
    for await (const event of eventStore.readAll({ after, upTo: head, types: accessEventTypes })) {
      history.record(upcast(event))
      folded += 1
      if (folded % batch !== 0) continue
      onProgress(event.position, folded)
      await breathe()
    }
    history.reach(head)
  }

  // Whoever asks while one is under way shares the next: the one under way may have begun to read
  // before what they must see was written.
  let underWay: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  const queued = () => {
    next ??= underWay
      .catch(() => undefined)
      .then(() => {
        next = undefined
        underWay = catchUp()
        return underWay
      })
    return next
  }

  return {
    current: async () => {
      await queued()
      return history
    },
  }
}
