import { z } from 'zod'
import { type Client, createClient } from './client.ts'
import { expectBody, expectStatus } from './expect.ts'
import { downloadCsv } from './export.ts'
import type { Guide } from './guide.ts'
import { type Ask, type Credentials, enter } from './log-in.ts'
import { askQuestion, runSql, tryToWrite } from './questions.ts'
import { lookAround } from './sample.ts'

export type TourOptions = {
  readonly url: string
  readonly credentials: Credentials
  readonly ask: Ask
  /** Where the exported file goes. */
  readonly file: string
  readonly guide: Guide
}

const person = z.object({
  id: z.int(),
  common_name: z.string(),
  email: z.string(),
  is_superuser: z.boolean(),
})

const introduce = async (client: Client, guide: Guide): Promise<void> => {
  const me = expectBody(await client.call('GET', '/api/user/current'), person, 'Who am I')
  const role = me.is_superuser ? 'an admin' : 'no admin'
  guide.line(`   ${me.common_name} <${me.email}>, user ${me.id}, ${role}`)
}

const leave = async (client: Client, guide: Guide): Promise<void> => {
  expectStatus(await client.call('DELETE', '/api/session'), 204, 'Logging out')
  const after = await client.call('GET', '/api/user/current')
  expectStatus(after, 401, 'A session that has ended')
  guide.line('   401: the session opens nothing any more.')
}

/**
 * The tour of the README against a running service, over HTTP alone.
 * @throws {StartupProblem} in plain words at the first answer that is not what it should be.
 */
export const takeTour = async (options: TourOptions): Promise<void> => {
  const { guide, credentials, ask, file } = options
  const client = createClient(options.url.replace(/\/+$/, ''), guide)
  guide.heading('Log in')
  await enter(client, guide, credentials, ask)
  guide.heading('Who am I?')
  await introduce(client, guide)
  guide.heading('What is there to ask?')
  const sample = await lookAround(client, guide)
  guide.heading('Ask without SQL: orders and revenue a year')
  await askQuestion(client, guide, sample)
  guide.heading('Ask in SQL: revenue by category')
  await runSql(client, guide, sample)
  guide.heading('Take the orders home')
  await downloadCsv(client, guide, sample, file)
  guide.heading('Try to change something')
  await tryToWrite(client, guide, sample)
  guide.heading('Log out')
  await leave(client, guide)
  guide.line()
  guide.line(`That was it. All endpoints, to try in the browser: ${client.url}/api/docs`)
}
