import { expect, test } from '@jest/globals'
import { databaseDecider } from '../../../command-service/database/decider.ts'
import { newConnection, withStoredSecret } from '../../../command-service/database/details.ts'
import { Refusal, type RefusalKind } from '../../../shared/kernel/refusal.ts'

const given = { host: 'db', port: 5432, dbname: 'shop', user: 'reader', password: 'new' }

/** Puts `new` on top of what is there, and tells which secrets are there afterwards. */
const storing = async (now: (put: string | null) => string | null) => {
  const secrets = new Map([
    ['before', 'old'],
    ['other', 'another request’s'],
  ])
  const vault = {
    put: async (_: string, secret: string) => {
      secrets.set('put', secret)
      return 'put'
    },
    open: async (reference: string) => secrets.get(reference),
    remove: async (reference: string) => void secrets.delete(reference),
    sweep: async () => 0,
  }
  const run = async ({ secretRef }: { secretRef: string | null }) => {
    const state = { ...databaseDecider.initial, secretRef: now(secretRef) }
    return { state, revision: 1, changed: true }
  }
  const stored = withStoredSecret(vault, newConnection(given), run, 'before')
  const failure = await stored.then(
    () => undefined,
    (error: unknown) => error,
  )
  return { left: [...secrets.keys()], failure }
}

const failing = (error: Error) => () => {
  throw error
}

test('an accepted command leaves the new secret in place of the one before', async () => {
  expect((await storing((put) => put)).left).toEqual(['other', 'put'])
})

test.each<[string, string]>([
  ['another change since', 'other'],
  ['what it was', 'before'],
])('a repeated request leaves what the database has: %s', async (_, has) => {
  const { left } = await storing(() => has)
  expect(left).toContain(has)
  expect(left).not.toContain('put')
})

test.each<RefusalKind>(['conflict', 'not-found'])('a refusal, %s, removes it', async (kind) => {
  const refusal = new Refusal(kind, 'No.')
  const { left, failure } = await storing(failing(refusal))
  expect(failure).toBe(refusal)
  expect(left).toEqual(['before', 'other'])
})

test.each([new Refusal('unavailable', 'Away.'), new Error('Connection terminated')])(
  'with an unknown outcome, %s, both secrets stay',
  async (error) => {
    const { left, failure } = await storing(failing(error))
    expect(failure).toBe(error)
    expect(left).toEqual(['before', 'other', 'put'])
  },
)
