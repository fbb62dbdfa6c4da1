import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { BootstrapProblem, root, scratch } from './project.mjs'

/**
 * Runs a command quietly: one calm line on the terminal, its own output in a log file, whose end
 * is shown with `advice` when it fails.
 */
export async function step({ title, command, args, log, advice, env = {} }) {
  const logFile = scratch(log)
  const output = openSync(logFile, 'w')
  const started = Date.now()
  process.stderr.write(`${title} … `)
  const code = await run(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  if (code === 0) {
    process.stderr.write(`done in ${Math.max(1, Math.round((Date.now() - started) / 1000))} s\n`)
    return
  }
  process.stderr.write('failed\n')
  throw new BootstrapProblem(
    [
      `${tail(logFile)}`,
      '',
      `"${[command, ...args].join(' ')}" failed; all it said is in ${logFile}`,
      advice,
    ].join('\n'),
  )
}

const run = (command, args, options) =>
  new Promise((resolve) => {
    const child = spawn(command, args, options)
    child.once('error', () => resolve(127))
    child.once('exit', (code) => resolve(code ?? 1))
  })

const tail = (path) => readFileSync(path, 'utf8').trimEnd().split('\n').slice(-15).join('\n')
