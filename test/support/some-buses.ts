import { randomUUID } from 'node:crypto'
import type { ObservedBus } from '../../infra/bus/facts.ts'
import { natsBus } from '../../infra/bus/nats.ts'
import { postgresBus } from '../../infra/bus/postgres.ts'
import { until } from './until.ts'

/** A bus, and what it told whoever runs the service. */
export type TestBus = ObservedBus & { readonly told: string[] }

const watched = (open: (watcher: Parameters<typeof postgresBus>[0]) => ObservedBus): TestBus => {
  const told: string[] = []
  const bus = open({
    connection: {},
    onLost: (reason) => told.push(`lost: ${reason}`),
    onBack: () => told.push('back'),
    onProblem: (error) => told.push(String(error)),
  })
  return { ...bus, told }
}

export const aNatsBus = (url: string, installation = 'one'): TestBus =>
  watched((watcher) => natsBus({ ...watcher, url, installation, name: `test ${randomUUID()}` }))

export const aPostgresBus = (url: string): TestBus =>
  watched((watcher) => postgresBus({ ...watcher, connection: { connectionString: url } }))

export const untilConnected = async (...buses: readonly ObservedBus[]): Promise<void> => {
  for (const bus of buses)
    await until(
      async () => bus.facts(),
      ({ connected }) => connected,
    )
}
