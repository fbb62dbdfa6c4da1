import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type JscConfig, transformFile } from '@swc/core'

const root = join(import.meta.dirname, '../..')
const sources = ['shared', 'command-service', 'query-service', 'projections', 'infra']
const beside = [...sources, 'node_modules', 'package.json']

const filesIn = (directory: string): readonly string[] =>
  readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(directory, name))

// Its types do not know of this yet.
const jsc: JscConfig & { rewriteRelativeImportExtensions: boolean } = {
  target: 'es2022',
  parser: { syntax: 'typescript' },
  rewriteRelativeImportExtensions: true,
}

/** What cannot be compiled fails whoever imports it, and nobody else. */
const failing = (error: unknown) => `throw new Error(${JSON.stringify(String(error))})`

const compile = async (file: string, into: string): Promise<void> => {
  const code = await transformFile(join(root, file), {
    configFile: false,
    swcrc: false,
    jsc,
    module: { type: 'es6' },
    sourceMaps: 'inline',
  }).then((compiled) => compiled.code, failing)
  const compiled = join(into, file.replace(/\.ts$/, '.js'))
  mkdirSync(dirname(compiled), { recursive: true })
  writeFileSync(compiled, code)
}

/** Like `npm run build` lays it out: code in `dist`, what is not compiled beside that. */
const build = async (into: string): Promise<void> => {
  await Promise.all(beside.map((name) => symlink(join(root, name), join(into, name))))
  const files = sources.flatMap(filesIn)
  await Promise.all(files.map((file) => compile(file, join(into, 'dist'))))
}

/** Set by the run's set-up; its tear-down removes the directory. */
export const buildDirectory = 'TEST_BUILD_DIRECTORY'

const isTaken = (error: NodeJS.ErrnoException) =>
  error.code === 'ENOTEMPTY' || error.code === 'EEXIST'

let built: Promise<string> | undefined

const buildOnce = async (): Promise<string> => {
  const directory = process.env[buildDirectory]
  if (!directory) throw new Error('no place to build in: run this in the jest project "int"')
  const shared = join(directory, 'service')
  await mkdir(directory, { recursive: true })
  const own = await mkdtemp(join(directory, 'building-'))
  await build(own)
  // Another worker may have been first: what it built is the same.
  await rename(own, shared).catch(async (error) => {
    if (!isTaken(error)) throw error
    await rm(own, { recursive: true })
  })
  return shared
}

/** The service compiled, once per run and where it is wanted: processes of it start twice as fast. */
export const builtService = (entry: 'infra/main' | 'infra/cli/main'): Promise<string> => {
  built ??= buildOnce()
  return built.then((directory) => join(directory, 'dist', `${entry}.js`))
}
