import pg from 'pg'
import { channelOf, defaultSchema } from '../../infra/event-store/postgres/schema.sql.ts'
import { belowResult, type Measure, quantile } from './measure.ts'
import type { Stage } from './stage.ts'

/** Milliseconds from each append to the checkpoint that covers it, as a listener hears of both. */
const listenForLag = async (connection: pg.ClientConfig) => {
  const appended = new Map<bigint, number>()
  const lags: number[] = []
  const client = new pg.Client(connection)
  await client.connect()
  client.on('notification', ({ channel, payload = '0' }) => {
    const position = BigInt(payload)
    const now = performance.now()
    if (channel !== 'rm_checkpoint') {
      appended.set(position, now)
      return
    }
    for (const [at, since] of appended)
      if (at <= position) {
        lags.push(now - since)
        appended.delete(at)
      }
  })
  await client.query(`listen ${channelOf(defaultSchema)}`)
  await client.query('listen rm_checkpoint')
  return { lags, stop: () => client.end() }
}

/** A few dozen people, since nobody changes their name a thousand times. */
const createUsers = async (stage: Stage): Promise<readonly number[]> => {
  const caller = stage.service.caller()
  const ids: number[] = []
  for (let index = 0; index < 50; index += 1) {
    const { body } = await caller.call('POST', '/api/user', {
      email: `bench-${index}@example.com`,
      first_name: 'Name',
      last_name: 'Changing',
    })
    ids.push(JSON.parse(body).id)
  }
  caller.close()
  return ids
}

export const visible: Measure = {
  name: 'visible',
  about: 'writes, each read back on another connection',
  async run(stage) {
    const ids = await createUsers(stage)
    const writer = stage.service.caller()
    const reader = stage.service.caller()
    const lag = await listenForLag(stage.connection('analytics'))
    const writes: number[] = []
    const count = stage.quick ? 300 : 2_000
    for (let index = 0; index < count; index += 1) {
      if (index % 50 === 0) stage.progress(`write ${index} of ${count}`)
      const id = ids[index % ids.length]
      const name = `Name ${index}`
      const { ms } = await writer.call('PUT', `/api/user/${id}`, { first_name: name })
      writes.push(ms)
      const { body } = await reader.call('GET', `/api/user/${id}`)
      if (JSON.parse(body).first_name !== name) throw new Error('a reader saw an old name')
    }
    await lag.stop()
    writer.close()
    reader.close()
    const settled = writes.slice(Math.floor(count / 10))
    return [
      belowResult('write until visible, median', 'ms', quantile(settled, 0.5), 10),
      belowResult('write until visible, 99 of 100', 'ms', quantile(settled, 0.99), 50),
      belowResult('append to read models, median', 'ms', quantile(lag.lags, 0.5), 10),
    ]
  },
}
