import { describe } from '@jest/globals'
import { mongoDriver } from '../../infra/engines/mongo/driver.ts'
import { openMongoLab, pipelineText, series, sleepingView } from '../support/mongo-lab.ts'
import { anyConnectionContract } from './any-connection.ts'
import { anyRunContract } from './any-run.ts'
import { type DriverFixture, driverBench } from './driver-bench.ts'

const start = async (): Promise<DriverFixture> => {
  const { details, adminDetails, db, running, cut, close } = await openMongoLab()
  await db.collection('customer').insertOne({ name: 'Ada' })
  for (const seconds of [0.3, 0.6, 5, 15]) await sleepingView(db, seconds * 1_000)
  return {
    details,
    adminDetails,
    sql: {
      series: (rows) => pipelineText('customer', ...series(rows)),
      sleep: (seconds) => pipelineText(`sleep_${seconds * 1_000}`),
    },
    running,
    killSessions: async () => cut(),
    close,
  }
}

describe('the mongo driver', () => {
  const bench = driverBench(mongoDriver, start)
  anyRunContract(bench)
  anyConnectionContract(bench)
})
