import { postgresOfWorker } from './worker-postgres.ts'

// Suites know one server, which is that of the worker they run in.
const { JEST_WORKER_ID = 1 } = process.env
process.env.TEST_POSTGRES_URL = process.env[postgresOfWorker(JEST_WORKER_ID)]
