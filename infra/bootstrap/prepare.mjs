import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BootstrapProblem, root } from './project.mjs'
import { step } from './step.mjs'
import { inTurn } from './turn.mjs'

const leastNode = [20, 19]

/**
 * Makes a fresh clone runnable: checks Node, installs packages and compiles, each only when needed.
 * Uses nothing but Node itself, since there may be no packages yet.
 */
export async function prepare({ build = true } = {}) {
  checkNode()
  await inTurn('installing packages', isInstallNeeded, install)
  if (build) await inTurn('building', isBuildNeeded, compile)
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [leastMajor, leastMinor] = leastNode
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return
  throw new BootstrapProblem(
    `This needs Node.js ${leastNode.join('.')} or newer; here is ${process.versions.node}. ` +
      'Get it from https://nodejs.org.',
  )
}

const lockFile = join(root, 'package-lock.json')
const npmsOwnCopy = join(root, 'node_modules/.package-lock.json')
const installStamp = join(root, 'node_modules/.installed-from')

/** npm writes its own copy last, so that is there only when an install went through. */
function isInstallNeeded() {
  const installed = modified(npmsOwnCopy)
  if (installed === 0) return true
  return readStamp(installStamp) !== lockHash() && installed < modified(lockFile)
}

async function install() {
  const first = !existsSync(npmsOwnCopy)
  const npm = process.env.npm_execpath
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  await step({
    title: `Installing packages (${first ? 'first start only' : 'they changed'}, about 30 s)`,
    command: npm ? process.execPath : 'npm',
    args: npm ? [npm, ...args] : args,
    log: 'install.log',
    advice: 'Check the connection to the package registry (npm ping), then start again.',
  })
  writeFileSync(installStamp, lockHash())
}

const lockHash = () => createHash('sha256').update(readFileSync(lockFile)).digest('hex')

const sources = ['shared', 'command-service', 'query-service', 'projections', 'infra', 'test/bench']
const settings = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json']
const buildStamp = join(root, 'dist/.built-from')

const isBuildNeeded = () => readStamp(buildStamp) !== sourcesHash()

async function compile() {
  const hash = sourcesHash()
  await step({
    title: 'Building',
    command: process.execPath,
    args: [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json'],
    log: 'build.log',
    advice: 'If you have not changed any source, remove node_modules and dist, and start again.',
  })
  writeFileSync(buildStamp, hash)
}

/** Names, sizes and times of all sources: any change shows, and nothing needs to be read. */
function sourcesHash() {
  const hash = createHash('sha256')
  const files = [...settings, ...sources.flatMap(listSources)]
  for (const file of files.sort()) {
    const { size, mtimeMs } = statSync(join(root, file))
    hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

function listSources(directory) {
  if (!existsSync(join(root, directory))) return []
  return readdirSync(join(root, directory), { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(directory, name))
}

const modified = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

const readStamp = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
