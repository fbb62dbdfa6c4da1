import { refuseExcess } from '../../shared/kernel/refuse-excess.ts'
import type { Limiter } from '../../shared/ports/limiter.ts'

export type SendLimitDependencies = {
  readonly limiter: Pick<Limiter, 'consume'>
  /** Names a counter without saying what it counts. */
  readonly limiterKey: (...parts: readonly string[]) => string
}

/** Times that recipients are sent one subscription on demand; nobody asked them. */
const perSubscription = { points: 10, seconds: 600 } as const
/** And all of them, by whoever made them: many would get around the limit of one. */
const perCreator = { points: 60, seconds: 3_600 } as const

type Sent = { readonly subscriptionId: number; readonly creatorId: number }

/** Recipients are not sent the same over and over. @throws {Refusal} `rate-limited` */
export const refuseTooManySends = async (
  { limiter, limiterKey }: SendLimitDependencies,
  { subscriptionId, creatorId }: Sent,
): Promise<void> => {
  const message = 'This was sent too often; its recipients need a rest.'
  const count = (kind: string, id: number, rate: typeof perSubscription | typeof perCreator) =>
    limiter.consume(limiterKey(kind, `${id}`), rate)
  refuseExcess(message, await count('subscription send', subscriptionId, perSubscription))
  refuseExcess(message, await count('sends of creator', creatorId, perCreator))
}
