/**
 * Look-ups that arrive while one is under way share the next one. Each begins only after it was
 * asked for, so none is answered with what was true before.
 */
export const coalesce = <T>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): ((key: string) => Promise<T | undefined>) => {
  let underWay: Promise<unknown> = Promise.resolve()
  let gathering: { keys: Set<string>; found: Promise<ReadonlyMap<string, T>> } | undefined

  const gather = () => {
    const keys = new Set<string>()
    const found = underWay.then(() => {
      gathering = undefined
      return load([...keys])
    })
    underWay = found.catch(() => undefined)
    return { keys, found }
  }

  return async (key) => {
    gathering ??= gather()
    gathering.keys.add(key)
    return (await gathering.found).get(key)
  }
}
