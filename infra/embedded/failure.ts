import { hasCode } from '../private-file.ts'
import { StartupProblem } from '../startup-problem.ts'

/** What Postgres or the system says, and what it means to the person in front of the screen. */
const meanings: readonly [RegExp, (where: string) => string][] = [
  [
    /could not (create|resize) shared memory/i,
    () => 'There is too little shared memory. In a container, start it with --shm-size=256m.',
  ],
  [
    /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/i,
    (where) => `The disk that holds ${where} is full. Free some space and start again.`,
  ],
  [
    /Read-only file system|EROFS/i,
    (where) => `${where} is on a read-only file system. Choose another directory with --data.`,
  ],
  [
    /(ENOENT|ENOTDIR|EEXIST|EINVAL|ENOTSUP|EOPNOTSUPP)\b.*\bmkdir\b/,
    (where) => `No directory can be made at ${where}. Choose another one with --data.`,
  ],
  [
    /could not load library|error while loading shared libraries|cannot execute|Exec format|ENOEXEC/i,
    () =>
      'The built-in Postgres cannot run on this system: it needs glibc, so not Alpine. Use ' +
      'Debian, Ubuntu or macOS.',
  ],
  [
    /Permission denied|Operation not permitted|EACCES|EPERM/i,
    (where) =>
      `The service may not read or write ${where}. Check who owns it, or choose another --data.`,
  ],
  [
    /could not locate a valid checkpoint record|invalid page in block|could not read file .*global\/pg_control|PANIC/i,
    (where) => `The database files in ${where} are damaged. Restore them from a backup.`,
  ],
]

/** The problem behind an error of the system or the words of a program that failed. */
export function startupProblem(cause: unknown, where: string): StartupProblem {
  if (cause instanceof StartupProblem) return cause
  const text = describe(cause)
  const known = meanings.find(([sign]) => sign.test(text))
  if (known) return new StartupProblem(known[1](where))
  return new StartupProblem(
    `The built-in Postgres did not start on ${where}. It said:\n${tail(text)}`,
  )
}

function describe(cause: unknown): string {
  // A program that is there and still "not found" lacks its loader: built for another C library.
  if (hasCode(cause, 'ENOENT') && /spawn/.test(String(cause))) return 'cannot execute'
  return String(cause)
}

const tail = (text: string): string => text.trim().split('\n').slice(-8).join('\n')
