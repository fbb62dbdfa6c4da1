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

/** The most that was held while `work` ran, in bytes above what was held before. */
export const mostHeldDuring = async <Result>(work: () => Promise<Result>) => {
  const before = liveMemory()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, liveMemory())
  }, 500)
  try {
    return { result: await work(), held: most - before }
  } finally {
    clearInterval(watch)
  }
}
