import { ensurePrograms } from './ensure-servers.mjs'
import { launch } from './launch.mjs'

await launch('test/bench/main.js', () => ensurePrograms('psql', 'chromium'))
