/** Strings, and what says whose keys they are; JSON has nothing else with these signs in it. */
const tokens = /"(?:[^"\\]|\\.)*"|[{}:]/g

/**
 * Whether an object in a JSON text has the same key twice: then readers differ on what it says.
 * @param json valid JSON
 */
export const repeatsKey = (json: string): boolean => {
  const open: Set<unknown>[] = []
  let latest = '""'
  for (const [token] of json.matchAll(tokens)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (token !== ':') latest = token
    else {
      const keys = open.at(-1)
      const key: unknown = JSON.parse(latest)
      if (keys?.has(key)) return true
      keys?.add(key)
    }
  }
  return false
}
