/** Told of the way to other processes: when it is lost, and when it is there again. */
export type LinkWatcher = {
  readonly onLost: (reason: string) => void
  readonly onBack: () => void
}

export type LinkState = { readonly connected: boolean; readonly reason?: string }

const inWords = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Tells of a loss once for each reason it has, however often it is tried again. */
export const watchedLink = ({ onLost, onBack }: LinkWatcher) => {
  let state: LinkState = { connected: false }
  return {
    state: () => state,
    lost: (error: unknown): void => {
      const reason = inWords(error)
      if (state.reason !== reason) onLost(reason)
      state = { connected: false, reason }
    },
    back: (): void => {
      if (state.reason !== undefined) onBack()
      state = { connected: true }
    },
  }
}
