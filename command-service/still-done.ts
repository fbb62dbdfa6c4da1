import type { Executed } from './execute.ts'

/**
 * Has something done that others may undo between two tries of one command: that an earlier try did
 * it is not enough, it has to be so still. Each time round finds one more step of earlier tries, so
 * it ends.
 */
export const stillDone = async <S>(
  execute: () => Promise<Executed<S>>,
  isSo: (state: S) => boolean | Promise<boolean>,
): Promise<S> => {
  for (;;) {
    const { state, repeated } = await execute()
    if (!repeated || (await isSo(state))) return state
  }
}
