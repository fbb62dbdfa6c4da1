import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Command } from 'commander'
import { StartupProblem } from '../startup-problem.ts'
import { askSilently } from './ask-password.ts'
import { plainProblem } from './plain-problem.ts'
import { plainText } from './plain-text.ts'
import { createGuide } from './tour/guide.ts'
import type { Ask, Credentials } from './tour/log-in.ts'
import { takeTour } from './tour/take-tour.ts'

type Options = { readonly url: string; readonly email?: string; readonly password?: string }

const askEmail = async (): Promise<string> => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question('E-mail address: ')
  } finally {
    terminal.close()
  }
}

/** Ctrl-C while typing ends the tour. */
const nobodyInterrupts = new AbortController().signal

const ask: Ask = async ({ email, password }: Credentials) => {
  if (!process.stdin.isTTY)
    throw new StartupProblem(
      'The service is set up already, so the tour needs an admin of it: ' +
        'ADMIN_EMAIL=you@example.com ADMIN_PASSWORD=... npm run tour',
    )
  return {
    email: email ?? (await askEmail()),
    password: password ?? (await askSilently('Password: ', nobodyInterrupts)),
  }
}

const program = new Command('npm run tour --')
  .description('A tour of the service in a minute: real requests, each to be copied.')
  .option('--url <address>', 'where the service answers', 'http://127.0.0.1:3000')
  .option('--email <address>', 'an admin to log in as (or ADMIN_EMAIL)')
  .option('--password <password>', 'their password (or ADMIN_PASSWORD)')
  .parse()

const { url, email, password } = program.opts<Options>()
const { ADMIN_EMAIL, ADMIN_PASSWORD, NO_COLOR } = process.env
const colour = process.stdout.isTTY === true && !NO_COLOR

try {
  await takeTour({
    url,
    credentials: { email: email ?? ADMIN_EMAIL, password: password ?? ADMIN_PASSWORD },
    ask,
    file: join(mkdtempSync(join(tmpdir(), 'tour-')), 'orders.csv'),
    guide: createGuide((text) => process.stdout.write(text), colour),
  })
} catch (error) {
  process.stdout.write('\n')
  for (const problem of plainProblem(error)) process.stderr.write(`${plainText(problem)}\n`)
  process.exitCode = 1
}
