import type { Bus, BusHandler, BusMessage, BusTopic } from '../../../shared/ports/bus.ts'
import type { Random } from '../random.ts'
import type { Faults } from './faults.ts'
import type { Life } from './life.ts'

/** What all processes hear hints by: loses, doubles and reorders them. */
export type Hints = { join(life: Life): Bus }

type Ear = { readonly life: Life; readonly handlers: Map<BusTopic, Set<BusHandler<never>>> }

export const createHints = (random: Random, faults: Faults): Hints => {
  const ears: Ear[] = []

  const hear = ({ handlers }: Ear, topic: BusTopic, message: BusMessage<BusTopic>) => {
    for (const handle of handlers.get(topic) ?? []) handle(message as never)
  }

  const carry = (ear: Ear, topic: BusTopic, message: BusMessage<BusTopic>) => {
    const arrive = (mostMs: number) =>
      void ear.life.after(random.next() * mostMs, () => hear(ear, topic, message))
    const fate = faults.fateOfHint()
    if (fate === 'heard' || fate === 'doubled') arrive(3)
    if (fate === 'doubled') arrive(300)
    if (fate === 'delayed') arrive(2_000)
  }

  return {
    join: (life) => {
      const own: Ear = { life, handlers: new Map() }
      ears.push(own)
      life.onEnd(() => ears.splice(ears.indexOf(own), 1))
      return {
        publish: (topic, message) => {
          hear(own, topic, message)
          for (const ear of ears) if (ear !== own) carry(ear, topic, message)
        },
        subscribe: (topic, handler) => {
          const handlers = own.handlers.get(topic) ?? new Set()
          own.handlers.set(topic, handlers.add(handler))
          return () => void handlers.delete(handler)
        },
        close: async () => undefined,
      }
    },
  }
}
