import { execFileSync } from 'node:child_process'
import { type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartupProblem } from '../startup-problem.ts'

export type ServerUser = { uid: number; gid: number }

const candidates = ['postgres', 'nobody']

/**
 * The user Postgres runs as: it refuses to run as root, so root drops to the cluster's owner, or
 * on first use to `postgres` or `nobody`. Null means: as whoever runs this process.
 * @throws {StartupProblem} when the cluster belongs to somebody this process cannot become.
 */
export function serverUser(cluster: string): ServerUser | null {
  const me = process.getuid?.()
  const owner = statSync(cluster, { throwIfNoEntry: false }) ?? null
  if (me !== 0) {
    if (owner && owner.uid !== me) throw foreign(cluster, owner.uid)
    return null
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return firstKnown()
}

/** Whether a user may reach a path, that is enter every directory above it and read the last. */
export function canReach(user: ServerUser | null, path: string): boolean {
  if (user === null) return true
  for (let at = path; ; at = dirname(at)) {
    if (!mayEnter(user, statSync(at))) return false
    if (at === dirname(at)) return true
  }
}

function mayEnter({ uid, gid }: ServerUser, { uid: owner, gid: group, mode }: Stats): boolean {
  if (uid === owner) return (mode & 0o100) !== 0
  return (mode & (gid === group ? 0o010 : 0o001)) !== 0
}

function firstKnown(): ServerUser {
  for (const name of candidates) {
    const [uid, gid] = [idOf(name, '-u'), idOf(name, '-g')]
    if (uid !== null && gid !== null) return { uid, gid }
  }
  throw new StartupProblem(
    'Postgres refuses to run as root, and this system has neither a user "postgres" nor "nobody". ' +
      'Create one (useradd --system postgres), or start as an ordinary user.',
  )
}

function idOf(name: string, flag: '-u' | '-g'): number | null {
  try {
    const text = execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' })
    return Number.parseInt(text, 10)
  } catch {
    return null
  }
}

const foreign = (cluster: string, owner: number) =>
  new StartupProblem(
    `The database files in ${cluster} belong to another user (id ${owner}), perhaps because the ` +
      'service was started as root before. Start it as that user, or hand the files over: ' +
      `sudo chown -R $(id -u):$(id -g) ${dirname(dirname(cluster))}`,
  )
