import {
  type Cell,
  QueryProblem,
  type ResultColumn,
  type ResultStream,
} from '../../shared/ports/engine-driver.ts'

export type Batch = readonly (readonly Cell[])[]

/** Where an engine writes what it receives. After `end` or `fail`, further writes are dropped. */
export type ResultSink = {
  columns(columns: readonly ResultColumn[]): void
  /** False when a row of so many bytes may not be kept; the run is then being stopped. */
  admits(bytes: number): boolean
  rows(batch: Batch): void
  end(): void
  fail(problem: Error): void
  /** True while the reader has enough to do: stop reading the socket until `onRoom`. */
  isFull(): boolean
}

type Listeners = {
  /** Asked for each row while the answer is open. */
  readonly admits: (bytes: number) => boolean
  /** The reader took a batch and there is room for more. */
  readonly onRoom: () => void
  /** The reader left before the end. */
  readonly onAbandoned: () => void
}

/** Batches that wait for the reader. Two let the network and the reader work at once. */
const readAhead = 2

const deferred = <T>() => {
  let resolve: (value: T) => void = () => undefined
  let reject: (problem: Error) => void = () => undefined
  const promise = new Promise<T>((onValue, onProblem) => {
    resolve = onValue
    reject = onProblem
  })
  promise.catch(() => undefined) // A failure is also told to whoever reads the batches.
  return { promise, resolve, reject }
}

type Outcome = 'open' | 'ended' | { readonly problem: Error }

/**
 * The seam between a socket, which pushes, and a reader, who pulls: `stream` is what the caller
 * gets, `sink` what the engine fills.
 */
export const createResult = ({ admits, onRoom, onAbandoned }: Listeners) => {
  const columns = deferred<readonly ResultColumn[]>()
  const batches: Batch[] = []
  let outcome: Outcome = 'open'
  let wake: (() => void) | undefined

  const settle = (next: Outcome): void => {
    if (outcome !== 'open') return
    outcome = next
    if (typeof next === 'object') {
      batches.length = 0 // What came before a failure must not look like an answer.
      columns.reject(next.problem)
    }
    wake?.()
  }

  const sink: ResultSink = {
    columns: (found) => columns.resolve(found),
    admits: (bytes) => outcome === 'open' && admits(bytes),
    rows(batch) {
      if (outcome !== 'open' || batch.length === 0) return
      batches.push(batch)
      wake?.()
    },
    end: () => settle('ended'),
    fail: (problem) => settle({ problem }),
    isFull: () => outcome === 'open' && batches.length >= readAhead,
  }

  const news = (): Promise<void> =>
    new Promise((resolve) => {
      wake = () => {
        wake = undefined
        resolve()
      }
    })

  const leave = (): void => {
    if (outcome !== 'open') return
    settle({ problem: new QueryProblem('cancelled', 'The reader left.') })
    onAbandoned()
  }

  async function* read(): AsyncGenerator<Batch, void, undefined> {
    try {
      for (;;) {
        const batch = batches.shift()
        if (batch) {
          if (outcome === 'open' && batches.length === readAhead - 1) onRoom()
          yield batch
        } else if (typeof outcome === 'object') throw outcome.problem
        else if (outcome === 'ended') return
        else await news()
      }
    } finally {
      leave()
    }
  }

  /** A generator that was never asked for anything would not hear that it is left. */
  const reading = (): AsyncIterator<Batch> => {
    const batches = read()
    return {
      next: () => batches.next(),
      return: () => {
        leave()
        return batches.return()
      },
    }
  }

  return {
    sink,
    columns: columns.promise,
    batches: { [Symbol.asyncIterator]: reading } satisfies ResultStream['batches'],
  }
}
