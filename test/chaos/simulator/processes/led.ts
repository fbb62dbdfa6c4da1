import { wireOf } from '../wire.ts'
import type { Place } from './place.ts'
import { type ProjectorProcess, startProjector } from './projector.ts'

/** How long a leader's word counts, and how often it is renewed, in milliseconds. */
const leaseMs = 4_000
const renewalMs = 1_000

/**
 * Projectors that lead one after the other, or two that both follow the log, as while a release is
 * rolled out. A leader that was stopped does not know that its term is past: its commits are refused.
 */
export const ledBy =
  (isFenced: boolean) =>
  (place: Place): ProjectorProcess => {
    if (!isFenced) return startProjector(place, undefined)
    const { servers, life } = place
    const { lease } = servers
    const wire = wireOf(place)
    let leading: ProjectorProcess | undefined
    const follow = async () => {
      for (;;) {
        const epoch = await wire('take the lease', async () => lease.take(leaseMs)).catch(
          () => undefined,
        )
        if (epoch === undefined) {
          await life.pass(renewalMs)
          continue
        }
        const projector = startProjector(place, epoch)
        leading = projector
        let isOurs = true
        while (isOurs) {
          await life.pass(renewalMs)
          isOurs = await wire('renew the lease', async () => lease.renew(epoch, leaseMs)).catch(
            () => true,
          )
        }
        leading = undefined
        await projector.stop()
      }
    }
    void follow()
    return {
      illness: () => leading?.illness(),
      stop: async () => leading?.stop(),
    }
  }
