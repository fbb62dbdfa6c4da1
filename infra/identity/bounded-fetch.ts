/** Milliseconds for the whole of an answer, and the most bytes it may have. */
export type FetchBounds = { readonly timeoutMs: number; readonly mostBytes: number }

/** What was asked for did not come, or not in the way it should. */
export class FetchProblem extends Error {
  override readonly name = 'FetchProblem'
}

const readBounded = async (response: Response, mostBytes: number): Promise<string> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) throw new FetchProblem(`The answer has more than ${mostBytes} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** JSON from an address, in time, of bounded size and without being led elsewhere. @throws {FetchProblem} */
export const fetchJson = async (
  url: string,
  { timeoutMs, mostBytes }: FetchBounds,
): Promise<unknown> => {
  try {
    const response = await fetch(url, {
      headers: { Accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status !== 200) throw new FetchProblem(`The answer is ${response.status}.`)
    return JSON.parse(await readBounded(response, mostBytes))
  } catch (cause) {
    throw cause instanceof FetchProblem ? cause : new FetchProblem('No answer came.', { cause })
  }
}
