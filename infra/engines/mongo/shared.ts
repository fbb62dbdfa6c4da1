/** A share in something that several use and the last one to leave closes. */
export type Hold<T> = {
  readonly value: T
  /** Whoever opened it. */
  readonly isFirst: boolean
  release(): void
  /** Those who come from now on get another one. */
  spoil(): void
  isSpoilt(): boolean
}

type Share<T> = { readonly value: Promise<T>; holders: number; spoilt: boolean }

/** Opens one thing for as many as want it at a time. */
export const shared = <T>(close: (value: T) => void) => {
  let current: Share<T> | undefined

  const leave = (share: Share<T>, value: T): void => {
    share.holders -= 1
    if (share.holders > 0) return
    share.spoilt = true
    close(value)
  }

  return {
    async hold(open: () => Promise<T>): Promise<Hold<T>> {
      const isFirst = current === undefined || current.spoilt
      const share: Share<T> =
        current === undefined || current.spoilt
          ? { value: open(), holders: 0, spoilt: false }
          : current
      current = share
      share.holders += 1
      try {
        const value = await share.value
        return {
          value,
          isFirst,
          release: () => leave(share, value),
          spoil: () => {
            share.spoilt = true
          },
          isSpoilt: () => share.spoilt,
        }
      } catch (error) {
        share.spoilt = true
        throw error
      }
    },
  }
}
