import { setTimeout as sleep } from 'node:timers/promises'

/** A server that was asked to stop and does not is left alone with a closed socket. */
export const interruptMs = 5_000
/** A request to stop may overtake the statement it is about, so it is made until it has worked. */
const interruptAgainMs = 200

/** One request at a time: each is a connection, and many statements may be stopped at once. */
export const keepAsking = async (
  ask: () => Promise<void>,
  isOver: () => boolean,
): Promise<void> => {
  while (!isOver()) {
    await ask().catch(() => undefined)
    await sleep(interruptAgainMs)
  }
}
