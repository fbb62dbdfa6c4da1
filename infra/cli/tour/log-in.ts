import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { StartupProblem } from '../../startup-problem.ts'
import type { Client } from './client.ts'
import { expectBody } from './expect.ts'
import type { Guide } from './guide.ts'

export type Credentials = {
  readonly email: string | undefined
  readonly password: string | undefined
}

/** Asks the person at the keyboard for what was not given; throws where there is nobody to ask. */
export type Ask = (given: Credentials) => Promise<{ email: string; password: string }>

const properties = z.looseObject({ 'setup-token': z.string().optional() })
const session = z.object({ id: z.string() })

const setUp = async (client: Client, guide: Guide, token: string, given: Credentials) => {
  const email = given.email ?? 'admin@example.com'
  const password = given.password ?? randomBytes(12).toString('base64url')
  const reply = await client.call('POST', '/api/setup', {
    token,
    user: { email, password, first_name: 'Ada', last_name: 'Lovelace' },
  })
  const { id } = expectBody(reply, session, 'Setting up')
  guide.line()
  guide.line('   Nobody was set up yet, so the tour made the first admin. Log in later with')
  guide.line(`   ${email}  ${given.password === undefined ? password : '(the password you gave)'}`)
  return id
}

const logIn = async (client: Client, given: Credentials, ask: Ask) => {
  const { email, password } =
    given.email !== undefined && given.password !== undefined ? given : await ask(given)
  const reply = await client.call('POST', '/api/session', { username: email, password })
  if (reply.status === 401)
    throw new StartupProblem(`The service does not know this password of ${email}.`)
  return expectBody(reply, session, 'Logging in').id
}

/** Ends with the client logged in: as the first admin where nobody is set up, else as the one given. */
export const enter = async (
  client: Client,
  guide: Guide,
  given: Credentials,
  ask: Ask,
): Promise<void> => {
  const about = await client.call('GET', '/api/session/properties')
  const parsed = properties.safeParse(about.body)
  const token = about.status === 200 && parsed.success ? parsed.data['setup-token'] : undefined
  client.useSession(
    token === undefined
      ? await logIn(client, given, ask)
      : await setUp(client, guide, token, given),
  )
}
