import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Bytes this process really holds: the heap and what hangs on it, after its garbage is gone. */
export const liveMemory = () => {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Looks at memory that often while something runs: often enough to see a file pile up. */
const looks = 4
const betweenLooksMs = 150

/**
 * The most that was held while `work` ran, in bytes above what was held before. Looking is slow
 * (a full collection), so only the beginning is watched: what is not let go of has
 * become large by then.
 */
export const mostHeldDuring = async <Result>(work: () => Promise<Result>) => {
  const before = liveMemory()
  let most = before
  let looked = 0
  let watch: NodeJS.Timeout
  const look = () => {
    most = Math.max(most, liveMemory())
    looked += 1
    if (looked < looks) watch = setTimeout(look, betweenLooksMs)
  }
  watch = setTimeout(look, betweenLooksMs)
  try {
    return { result: await work(), held: most - before, looked }
  } finally {
    clearTimeout(watch)
  }
}
