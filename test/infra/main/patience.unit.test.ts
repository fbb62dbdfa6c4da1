import { expect, test } from '@jest/globals'
import pino from 'pino'
import { NotYet, patience } from '../../../infra/main/patience.ts'
import { Refusal } from '../../../shared/kernel/refusal.ts'

const codeError = (code: string, message = code) => Object.assign(new Error(message), { code })

const lab = () => {
  const lines: Record<string, unknown>[] = []
  const states: string[] = []
  const ending = new AbortController()
  const wait = patience({
    front: {
      lacks: (part, state) => states.push(`${part}: ${state}`),
      has: (part) => states.push(`${part}: ok`),
    },
    log: pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) }),
    signal: ending.signal,
  })
  return { wait, states, lines, ending }
}

/** Fails with these one after the other, then answers. */
const after = (failures: readonly Error[]) => {
  const left = [...failures]
  return async () => {
    const failure = left.shift()
    if (failure) throw failure
    return 'there'
  }
}

test('waits for what passes, says which part it is and, in the log, why', async () => {
  const { wait, states, lines } = lab()
  const attempt = after([
    codeError('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.7:5432'),
    codeError('28P01', 'password authentication failed for user "analytics_query"'),
    codeError('3D000', 'database "analytics" does not exist'),
    new NotYet('not built yet', 'No projector has built them.'),
    new Refusal('unavailable', 'The log is away.'),
  ])
  expect(await wait('database', attempt)).toBe('there')
  expect(states).toEqual([
    'database: not reached yet',
    'database: not reachable',
    'database: login refused',
    'database: not prepared',
    'database: not built yet',
    'database: not reachable',
    'database: ok',
  ])
  expect(lines).toMatchObject([
    { level: 40, part: 'database', reason: 'connect ECONNREFUSED 10.0.0.7:5432' },
    { level: 30, part: 'database', msg: 'found: database' },
  ])
})

test('throws at once what no waiting helps with', async () => {
  const { wait } = lab()
  for (const failure of [
    codeError('42601'),
    new TypeError('a bug'),
    new Refusal('conflict', 'No.'),
  ])
    await expect(wait('database', after([failure]))).rejects.toBe(failure)
})

test('waits no longer than whoever started it', async () => {
  const { wait, ending } = lab()
  const waiting = wait('database', async () => {
    throw codeError('ECONNREFUSED')
  })
  ending.abort()
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
})
