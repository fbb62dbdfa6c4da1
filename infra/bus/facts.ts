import type { Bus } from '../../shared/ports/bus.ts'
import type { LinkState } from './link.ts'

/** What a bus tells of itself: without its link everybody finds news by looking, a little later. */
export type BusFacts = LinkState & {
  readonly kind: 'local' | 'postgres' | 'nats'
  /** Since the start: sent to other processes, heard from them, and heard but no message of ours. */
  readonly published: number
  readonly received: number
  readonly ignored: number
}

export type ObservedBus = Bus & { facts(): BusFacts }
