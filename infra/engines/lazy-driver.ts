import type { EngineDriver } from '../../shared/ports/engine-driver.ts'

/** A driver whose client is read in when somebody first asks for it: few have databases of its kind. */
export const lazyDriver = (engine: string, load: () => Promise<EngineDriver>): EngineDriver => {
  let loading: Promise<EngineDriver> | undefined
  const loaded = () => {
    loading ??= load().catch((error) => {
      // Whatever was short, such as file handles, may be there next time.
      loading = undefined
      throw error
    })
    return loading
  }
  /** What failed to load has nothing to let go of. */
  const begun = () => loading?.catch(() => undefined)
  return {
    engine,
    test: async (details) => (await loaded()).test(details),
    introspect: async (target, signal) => (await loaded()).introspect(target, signal),
    query: async (target, query, options) => (await loaded()).query(target, query, options),
    release: async (databaseId) => (await begun())?.release(databaseId),
    close: async () => (await begun())?.close(),
  }
}
