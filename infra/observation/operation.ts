/** Goes around an operation: does something before and after, and hands on what it answers or throws. */
export type Watcher<Context, Result> = <T extends Result>(
  context: Context,
  work: () => Promise<T>,
) => Promise<T>

export type Operation<Context, Result> = {
  /** Does the work, with everybody who watches around it; without any it is just done. */
  run<T extends Result>(context: Context, work: () => Promise<T>): Promise<T>
  /** Answers how to stop watching. */
  watch(watcher: Watcher<Context, Result>): () => void
}

/** Something this process does that takes time, for whoever measures or traces it. */
export const operation = <Context, Result = unknown>(): Operation<Context, Result> => {
  let watchers: readonly Watcher<Context, Result>[] = []
  return {
    run: (context, work) =>
      watchers.reduceRight<typeof work>((inner, watcher) => () => watcher(context, inner), work)(),
    watch: (watcher) => {
      watchers = [...watchers, watcher]
      return () => {
        watchers = watchers.filter((other) => other !== watcher)
      }
    },
  }
}

export type Occurrence<Fact> = {
  happened(fact: Fact): void
  watch(watcher: (fact: Fact) => void): () => void
}

/** Something that happens in this process, at once. */
export const occurrence = <Fact>(): Occurrence<Fact> => {
  const watchers = new Set<(fact: Fact) => void>()
  return {
    happened: (fact) => {
      for (const watcher of watchers) watcher(fact)
    },
    watch: (watcher) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
}
