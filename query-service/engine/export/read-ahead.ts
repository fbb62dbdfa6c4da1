/**
 * The same items, each asked for while the one before is still being used: the database fetches
 * rows, this thread encodes and zlib's thread compresses at the same time.
 */
export async function* readAhead<T>(source: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  const iterator = source[Symbol.asyncIterator]()
  const ask = () => {
    const answer = iterator.next()
    // Whoever stops reading early never looks at this answer; its failure is nobody's then.
    answer.catch(() => undefined)
    return answer
  }
  try {
    for (let asked = ask(); ; ) {
      const { done, value } = await asked
      if (done) return
      asked = ask()
      yield value
    }
  } finally {
    await iterator.return?.()
  }
}
