/**
 * All states something has been in, the newest at hand; undefined where there is none. One more leaves
 * those there are as they were, and costs the same however many they be.
 */
export type Versions<S> =
  | {
      readonly latest: S
      /** Of the latest; the first version is 1. */
      readonly version: number
      readonly before: Versions<S>
    }
  | undefined

export const firstVersion = <S>(state: S): Versions<S> => ({
  latest: state,
  version: 1,
  before: undefined,
})

/** One version more, in which this differs from the one before; what there is not does not change. */
export const nextVersion = <S extends object>(
  versions: Versions<S>,
  change: (latest: S) => Partial<S>,
): Versions<S> =>
  versions && {
    latest: { ...versions.latest, ...change(versions.latest) },
    version: versions.version + 1,
    before: versions,
  }

/** The state of a version; undefined for one that never was. */
export const stateOf = <S>(versions: Versions<S>, version: number): S | undefined => {
  let at = versions
  while (at && at.version > version) at = at.before
  return at?.version === version ? at.latest : undefined
}
