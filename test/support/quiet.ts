import { setTimeout as sleep } from 'node:timers/promises'
import type { TestService } from './service.ts'
import { until } from './until.ts'

/** Until the reactors have nothing left to write, so that the log grows by requests alone. */
export const quiet = async (app: TestService): Promise<void> => {
  const { eventStore } = app.service.adapters
  const growth = async () => {
    const before = await eventStore.head()
    await sleep(300)
    return String((await eventStore.head()) - before)
  }
  await until(growth, (events) => events === '0', 30_000)
}
