import type { Build, FedBuild } from '../../shared/ports/projection-store.ts'
import type { AnyProjection } from './projection.ts'

/** A projection on its way through the log: how far it is, and which streams it left behind. */
export type Feed = {
  readonly projection: AnyProjection
  readonly position: bigint
  readonly leftBehind: ReadonlySet<string>
}

/** One that fills a build. */
export type BuildFeed = Feed & { readonly build: Build }

/** Feeds of the builds whose projections are known. */
export const feedsOf = (
  builds: readonly FedBuild[],
  projections: readonly AnyProjection[],
): readonly BuildFeed[] =>
  builds.flatMap((build) => {
    const projection = projections.find(({ name }) => name === build.projection)
    const leftBehind = new Set(build.failures.map(({ stream }) => stream))
    return projection ? [{ build, projection, position: build.position, leftBehind }] : []
  })

/** Where reading has to begin so that no feed misses an event; undefined where there is none. */
export const leastPosition = (feeds: readonly Feed[]): bigint | undefined =>
  feeds.reduce<bigint | undefined>(
    (least, { position }) => (least === undefined || position < least ? position : least),
    undefined,
  )
