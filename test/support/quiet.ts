import { setTimeout as sleep } from 'node:timers/promises'
import type { TestService } from './service.ts'
import { until } from './until.ts'

/** What asks a reactor for work, and what says that it is done or will not be. */
const answers: Readonly<Record<string, readonly string[]>> = {
  SchemaSyncRequested: ['SchemaSynced', 'SchemaSyncFailed', 'DatabaseDeleted'],
  FieldValuesScanRequested: ['FieldValuesScanned', 'FieldValuesDiscarded', 'DatabaseDeleted'],
}

/** Requests nobody has served yet, by stream and type. */
const unserved = async ({ eventStore }: TestService['service']['adapters']): Promise<number> => {
  const open = new Set<string>()
  for await (const { stream, type } of eventStore.readAll()) {
    if (type in answers) open.add(`${stream} ${type}`)
    for (const [request, served] of Object.entries(answers))
      if (served.includes(type)) open.delete(`${stream} ${request}`)
  }
  return open.size
}

/**
 * Until the reactors have nothing left to write, so that the log grows by requests alone. Work that
 * nobody takes on, of a database that is not there, is waited for three seconds.
 */
export const quiet = async (app: TestService): Promise<void> => {
  const { adapters } = app.service
  let still = 0
  const isQuiet = async () => {
    const before = await adapters.eventStore.head()
    await sleep(300)
    still = (await adapters.eventStore.head()) === before ? still + 1 : 0
    return still > 10 || (still > 0 && (await unserved(adapters)) === 0)
  }
  await until(isQuiet, (done) => done, 30_000)
}
