import type { Invariant } from './evidence.ts'
import { repeated } from './repeated.ts'

export const once: Invariant = {
  id: 'INV-2',
  about: 'each event is in the log once, and each projection is at its end',
  check: ({ events, builds, failures }) => {
    const head = events.at(-1)?.position ?? 0n
    return [
      ...repeated(events, ({ id }) => id).map((id) => `event ${id} is in the log twice`),
      ...events.flatMap(({ position }, index) =>
        position > (events[index - 1]?.position ?? -1n)
          ? []
          : [`position ${position} does not follow the one before it`],
      ),
      ...builds.flatMap(({ projection, position }) =>
        position === head ? [] : [`${projection} is at ${position}, the log at ${head}`],
      ),
      ...failures.map((failure) => `left behind: ${failure}`),
    ]
  },
}
