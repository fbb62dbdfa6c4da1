import pino from 'pino'
import { loadConfig } from '../../infra/config.ts'
import { startService } from '../../infra/main/service.ts'
import { openStorage } from '../../infra/main/storage.ts'

/** The service in a process that can be killed: on databases of a server that lives on. */
const { server, names, dataDirectory, masterKey, environment } = JSON.parse(process.argv[2] ?? '{}')
const log = pino({ level: 'silent' })
const stop = async () => undefined
const storage = await openStorage({ ...server, stop }, { dataDirectory, masterKey, log, names })
const config = loadConfig(['--port', '0', '--data', dataDirectory], environment)
const service = await startService(storage, config, log)
process.stdout.write(`${service.url}\n`)
