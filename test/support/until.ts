import { setTimeout as sleep } from 'node:timers/promises'

/** Asks again and again until the answer is right; throws, with the last answer, when it never is. */
export const until = async <T>(
  ask: () => Promise<T>,
  isRight: (answer: T) => boolean,
  milliseconds = 10_000,
): Promise<T> => {
  const startedAt = performance.now()
  for (;;) {
    const answer = await ask()
    if (isRight(answer)) return answer
    if (performance.now() - startedAt > milliseconds)
      throw new Error(`still ${JSON.stringify(answer)} after ${milliseconds} ms`)
    await sleep(25)
  }
}
