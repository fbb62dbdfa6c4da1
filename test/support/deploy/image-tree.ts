import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { sentToBuilder } from './docker-ignore.ts'
import { type Stage, stagesOf, valuesOf } from './dockerfile.ts'

type LockedPackage = { readonly dev?: boolean; readonly devOptional?: boolean }

/** What `npm ci --omit=dev` installs here: packages of the lock file, without those to develop with. */
const productionPackages = (): readonly string[] => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path]) => path)
    .filter((path) => existsSync(path))
}

/** The same file under another name where that can be: steps only ever remove names. */
const place = (from: string, to: string): void => {
  try {
    linkSync(from, to)
  } catch {
    cpSync(from, to)
  }
}

/** Packages within a package are packages of their own, if they are any. */
const copyPackage = (from: string, to: string): void => {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyPackage(source, target)
    else place(source, target)
  }
}

const isInstall = (command: string): boolean => command.startsWith('npm ci ')

/** Runs the commands of a stage as they are, but for installations, which are done already. */
const runSteps = (stage: Stage | undefined, cwd: string): void => {
  for (const command of valuesOf(stage, 'RUN').filter((it) => !isInstall(it)))
    execFileSync('/bin/sh', ['-euc', command], { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}

const listed = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))

const makeUnwritable = (directory: string): void => {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o555)
  chmodSync(directory, 0o555)
}

export type ImageTree = {
  /** As `/app` in the image; nobody may write in it. */
  readonly app: string
  /** Every file in it. */
  files(): readonly string[]
  remove(): void
}

/** Does what the Dockerfile says, without Docker: the same files, steps and copies, in a directory. */
export const buildImageTree = (dockerfile: string): ImageTree => {
  const home = mkdtempSync(join(tmpdir(), 'image-'))
  chmodSync(home, 0o755)
  const at = (name: string) => join(home, name)
  const stages = stagesOf(dockerfile)
  const stage = (name: string) => stages.find((it) => it.name === name)
  const isSent = sentToBuilder('.dockerignore')

  const sent = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'])
  for (const file of sent.toString().split('\n'))
    if (file !== '' && isSent(file) && existsSync(file)) {
      mkdirSync(dirname(join(at('build'), file)), { recursive: true })
      cpSync(file, join(at('build'), file))
    }
  symlinkSync(resolve('node_modules'), join(at('build'), 'node_modules'))
  runSteps(stage('build'), at('build'))

  for (const path of productionPackages()) copyPackage(path, join(at('packages'), path))
  runSteps(stage('packages'), at('packages'))

  mkdirSync(at('app'))
  for (const copied of valuesOf(stages.at(-1), 'COPY')) {
    const [, from = '', path = '', to = ''] = /^--from=(\w+) \/\w+\/(\S+) (\S+)$/.exec(copied) ?? []
    renameSync(join(at(from), path), join(at('app'), to))
  }
  makeUnwritable(at('app'))
  return {
    app: at('app'),
    files: () => listed(at('app')),
    remove: () => {
      execFileSync('chmod', ['-R', 'u+w', at('app')])
      rmSync(home, { recursive: true, force: true })
    },
  }
}
