import { Metadata, type StatusObject, status } from '@grpc/grpc-js'

/** What goes wrong with one call. */
export type Fault =
  /** Nothing happens, and nobody says so. */
  | 'ignored'
  /** It happens, and nobody says so. */
  | 'reply-lost'
  /** It happens, and the answer does not know where. Appends only. */
  | 'position-unknown'
  | Partial<StatusObject>

export type Call = 'append' | 'batch-append' | 'read' | 'features'

/** The trailers by which a node tells who is the leader. */
export const notLeader = (host: string, port: number): Partial<StatusObject> => {
  const metadata = new Metadata()
  metadata.set('exception', 'not-leader')
  metadata.set('leader-endpoint-host', host)
  metadata.set('leader-endpoint-port', String(port))
  return { code: status.NOT_FOUND, details: 'Leader info available', metadata }
}

/** What a test makes go wrong: each planned fault befalls one call, in order. */
export const faultPlan = () => {
  const planned: Record<Call, Fault[]> = { append: [], 'batch-append': [], read: [], features: [] }
  const calls: Record<Call, number> = { append: 0, 'batch-append': 0, read: 0, features: 0 }
  const subscriptions = new Set<() => void>()
  const starts: bigint[] = []
  return {
    plan: (call: Call, ...faults: readonly Fault[]): void => {
      planned[call].push(...faults)
    },
    /** What befalls the call that begins now. */
    next(call: Call): Fault | undefined {
      calls[call] += 1
      return planned[call].shift()
    },
    /** How many calls there were. */
    count: (call: Call): number => calls[call],
    /** Subscriptions stay open and say nothing more; those that begin later are well. */
    stallSubscriptions(): void {
      for (const stall of subscriptions) stall()
    },
    /** Where subscriptions began, in order; 0n is the beginning of the log. */
    starts: starts as readonly bigint[],
    /** A subscription that can be stalled, until the function answered here is called. */
    subscribed(after: bigint, stall: () => void): () => void {
      starts.push(after)
      subscriptions.add(stall)
      return () => subscriptions.delete(stall)
    },
  }
}

export type Faults = ReturnType<typeof faultPlan>
