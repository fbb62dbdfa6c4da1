import { describe, expect, test } from '@jest/globals'
import { MongoClient } from 'mongodb'
import { mongoDriver } from '../../../../infra/engines/mongo/driver.ts'
import { engineDefaults } from '../../../../infra/engines/options.ts'
import { pipelineText } from '../../../support/mongo-lab.ts'
import { everyMisdeed, type Misdeed, startRogueMongo } from '../../../support/rogue-mongo.ts'

const rogue = async (misdeed: Misdeed, command: string) => {
  const server = await startRogueMongo(misdeed, command, { root: 'secret' })
  const client = await MongoClient.connect(`mongodb://root:secret@127.0.0.1:${server.port}/`)
  await client.db('shop').collection<{ _id: number }>('orders').insertOne({ _id: 1 })
  await client.close()
  const driver = mongoDriver({ ...engineDefaults, connectTimeoutMs: 500 })
  const details = {
    host: '127.0.0.1',
    port: server.port,
    dbname: 'shop',
    user: 'root',
    password: 'secret',
  }
  const close = () => Promise.all([driver.close(), server.stop()])
  return { driver, details, close }
}

/** More may still come. */
const keepsWaiting: ReadonlySet<Misdeed> = new Set(['is silent', 'promises gigabytes'])

/** What fails, fails in words and in time, and the driver lives on. */
describe.each(everyMisdeed)('a server that %s', (misdeed) => {
  test('when it is asked a question makes that one fail', async () => {
    const { driver, details, close } = await rogue(misdeed, 'aggregate')
    const attempt = driver.query(
      { databaseId: 1, version: '1', details },
      { sql: pipelineText('orders'), parameters: [] },
      { signal: new AbortController().signal, timeoutMs: 200, origin: 'foreign' },
    )
    await expect(attempt).rejects.toMatchObject({
      name: 'QueryProblem',
      errorType: keepsWaiting.has(misdeed) ? 'timed-out' : 'connection',
    })
    await close()
  }, 20_000)

  test('when it is connected is refused', async () => {
    const { driver, details, close } = await rogue(misdeed, 'listDatabases')
    await expect(driver.test(details)).rejects.toMatchObject({
      name: expect.stringMatching(/Problem$/),
    })
    await close()
  }, 20_000)
})
