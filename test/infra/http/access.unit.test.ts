import { describe, expect, test } from '@jest/globals'
import { admitted, authenticate } from '../../../infra/http/access.ts'
import * as apiKey from '../../../shared/contract/api-key.ts'
import type { AnyEndpoint } from '../../../shared/contract/endpoint.ts'
import { endpoints } from '../../../shared/contract/index.ts'
import { logIn, logOut } from '../../../shared/contract/session.ts'
import { changePassword, getCurrentUser, updateUser } from '../../../shared/contract/user.ts'
import type { KeyScope } from '../../../shared/kernel/key-scope.ts'
import { Refusal } from '../../../shared/kernel/refusal.ts'
import type { Authenticated } from '../../../shared/ports/sessions.ts'

const somebody = (more: Partial<Authenticated['actor']> = {}): Authenticated => ({
  actor: { userId: 7, isSuperuser: false, groupIds: [1], sessionKey: 'key', ...more },
  pendingPosition: undefined,
  checkpoint: 0n,
})
const byKey = (scope: KeyScope, isSuperuser = true) =>
  somebody({ isSuperuser, apiKey: { id: 1, scope } })

const refusalOf = (attempt: () => unknown): string | undefined => {
  try {
    attempt()
    return undefined
  } catch (error) {
    return error instanceof Refusal ? error.kind : String(error)
  }
}

const known = endpoints.filter(({ access }) => access !== 'anyone')
const onlyReads = ({ side, method }: (typeof known)[number]) => side === 'query' || method === 'GET'

describe('an API key of an admin', () => {
  test('that may all is admitted wherever its user is, but where they have to come themselves', () => {
    for (const endpoint of known)
      expect([endpoint.path, refusalOf(() => admitted(endpoint, byKey('admin'), '7'))]).toEqual([
        endpoint.path,
        endpoint.inPerson ? 'forbidden' : undefined,
      ])
  })

  test('that may read is admitted where nothing is changed, and there only', () => {
    for (const endpoint of known) {
      const reads = onlyReads(endpoint) && !endpoint.inPerson
      const refusal = refusalOf(() => admitted(endpoint, byKey('read'), '7'))
      expect([endpoint.path, refusal]).toEqual([endpoint.path, reads ? undefined : 'forbidden'])
    }
  })

  test('that may write changes things as somebody who is no admin, and reads as the admin', () => {
    for (const endpoint of known.filter((it) => !it.inPerson)) {
      const isForAdmins = endpoint.access === 'admin' && !onlyReads(endpoint)
      const admit = () => admitted(endpoint, byKey('write'), '7')
      expect([endpoint.path, refusalOf(admit)]).toEqual([
        endpoint.path,
        isForAdmins ? 'forbidden' : undefined,
      ])
      if (!isForAdmins) expect(admit()?.actor.isSuperuser).toBe(onlyReads(endpoint))
    }
    expect(refusalOf(() => admitted(updateUser, byKey('write'), '8'))).toBe('forbidden')
  })
})

test('a key gives nobody more than they have', () => {
  for (const endpoint of known.filter(({ access }) => access === 'admin'))
    for (const scope of ['read', 'write', 'admin'] as const)
      expect(refusalOf(() => admitted(endpoint, byKey(scope, false), '7'))).toBe('forbidden')
})

test('what hands out or changes credentials asks for the person', () => {
  expect(known.filter(({ inPerson }) => inPerson)).toEqual(
    expect.arrayContaining([logOut, changePassword, apiKey.createApiKey, apiKey.regenerateApiKey]),
  )
})

describe('whoever sends', () => {
  const doors = {
    sessions: { authenticate: async (it: string) => (it === 'token' ? somebody() : undefined) },
    apiKeys: { authenticate: async (it: string) => (it === 'as_key' ? byKey('read') : undefined) },
  }
  const sent = (headers: Record<string, string>, endpoint: AnyEndpoint = getCurrentUser) =>
    authenticate(doors, headers, endpoint).then(
      (it) => it && (it.actor.apiKey ? 'by key' : 'by session'),
      ({ kind }: Refusal) => kind,
    )

  test.each([
    [{}, undefined],
    [{ 'x-service-session': 'token' }, 'by session'],
    [{ 'x-api-key': 'as_key' }, 'by key'],
    [{ authorization: 'Bearer as_key' }, 'by key'],
    [{ authorization: 'bearer  as_key' }, 'by key'],
    [{ authorization: 'Bearer eyJhbGciOi' }, undefined],
    [{ authorization: 'Basic as_key' }, undefined],
    [{ 'x-service-session': 'as_key' }, 'unauthenticated'],
    [{ 'x-api-key': 'token' }, 'unauthenticated'],
    [{ 'x-api-key': '' }, 'unauthenticated'],
    [{ 'x-api-key': 'as_key', authorization: 'Bearer as_other' }, 'by key'],
    [{ 'x-service-session': 'token', 'x-api-key': 'as_key' }, 'unauthenticated'],
    [{ 'x-service-session': 'token', authorization: 'Bearer as_key' }, 'unauthenticated'],
    [{ 'x-service-session': 'token', authorization: 'Basic abc' }, 'by session'],
  ])('%j is known so: %s', async (headers: Record<string, string>, who) => {
    expect(await sent(headers)).toBe(who)
    expect(await sent(headers, logIn)).toBeUndefined()
  })
})
