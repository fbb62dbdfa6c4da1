import type { SharedKind } from '../shared/events/public-link.ts'
import type { Executor } from './execute.ts'
import { publicLinkDecider } from './public-link/decider.ts'
import { streams } from './streams.ts'

type Link = {
  readonly kind: SharedKind
  readonly entityId: number
  readonly uuid: string
  readonly now: Date
}

/** Whether this is the link of a thing, as the log has it, and it holds. */
export const isLinkOf = async (
  executor: Executor,
  { kind, entityId, uuid, now }: Link,
): Promise<boolean> => {
  const { state } = await executor.load(streams.publicLink(kind, entityId), publicLinkDecider)
  if (state?.uuid !== uuid) return false
  return state.expiresAt === null || new Date(state.expiresAt) > now
}
