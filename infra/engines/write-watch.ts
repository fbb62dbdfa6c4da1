import type { WriteOptions } from '../../shared/ports/engine-writer.ts'
import { interruptMs, keepAsking } from './keep-asking.ts'
import { WriteFailure, writeProblem } from './write-problems.ts'

/** Sees to it that a transaction ends in time, or when nobody wants it any more. */
export type Watch = {
  /**
   * What the work comes to.
   * @throws {WriteFailure} `timed-out` or `cancelled`, when the work was stopped, or would not be
   */
  during<T>(work: Promise<T>): Promise<T>
  /** Whether the server was asked to stop: a request to may still be on its way. */
  readonly interrupted: boolean
  /** From here on nothing is stopped. */
  end(): void
}

/** @param interrupt asks the server to stop what the transaction is running */
export const watchOver = (
  interrupt: () => Promise<void>,
  { signal, timeoutMs }: Pick<WriteOptions, 'signal' | 'timeoutMs'>,
): Watch => {
  let failure: WriteFailure | undefined
  let isOver = false
  let giveUp: ((failure: WriteFailure) => void) | undefined
  let patience: NodeJS.Timeout | undefined
  const givenUp = new Promise<never>((_resolve, reject) => {
    giveUp = reject
  })
  givenUp.catch(() => undefined)

  const halt = (kind: 'timed-out' | 'cancelled') => {
    if (failure || isOver) return
    const halted = new WriteFailure(writeProblem(kind))
    failure = halted
    patience = setTimeout(() => giveUp?.(halted), interruptMs)
    void keepAsking(interrupt, () => isOver)
  }
  const onAbort = () => halt('cancelled')
  const timer = setTimeout(() => halt('timed-out'), timeoutMs)
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()

  return {
    async during(work) {
      try {
        const result = await Promise.race([work, givenUp])
        if (failure) throw failure
        return result
      } catch (error) {
        throw failure ?? error
      }
    },
    get interrupted() {
      return failure !== undefined
    },
    end() {
      isOver = true
      clearTimeout(timer)
      clearTimeout(patience)
      signal.removeEventListener('abort', onAbort)
    },
  }
}
