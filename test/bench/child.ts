import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'

/** A module of ours as a file that Node can run: compiled or not, as this one is. */
export const moduleFile = (path: string): string =>
  fileURLToPath(new URL(`../../${path}.${extension}`, import.meta.url))

/**
 * Starts a module of ours in a process of its own; answers once `ready` finds what it looks for in
 * its output. Standard error goes nowhere, as fast as that is.
 */
export const startModule = <T>(
  path: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  ready: (output: string) => T | undefined,
): Promise<{ readonly child: ChildProcess; readonly found: T }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...process.execArgv, moduleFile(path), ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      const found = ready(output)
      if (found !== undefined) resolve({ child, found })
    })
    child.once('exit', () => reject(new Error(`${path} ended before it was ready:\n${output}`)))
  })

/** Asks a process to end and waits until it has. */
export const endProcess = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
