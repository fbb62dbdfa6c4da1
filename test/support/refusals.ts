import { expect } from '@jest/globals'
import { z } from 'zod'
import { errorBody } from '../../shared/contract/common.ts'
import { isBehindNginx } from './service.ts'

type Answered = {
  readonly status: number
  readonly headers: Pick<Headers, 'get'>
  readonly body: unknown
}

const exactly = z.strictObject({
  ...errorBody.shape,
  message: z.string().min(1).max(500),
  code: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
  /** Of a stale permissions graph. */
  revision: z.int().optional(),
})

/** What no client may ever read: code, SQL, paths and addresses of ours. */
const inside =
  /node_modules|\bat \S+ \(|\.[tj]s:\d|\/(home|root|tmp|usr|var)\/|\bselect\b.+\bfrom\b|\binsert into\b|relation "|syntax error|\bside\.|\brm\.|\bes\.|ECONN|127\.0\.0\.1|\blocalhost\b|postgres:|password authentication/i

/** Decision G4: on every answer of the API, whatever its status. */
export const expectRateLimitHeaders = ({ headers }: Pick<Answered, 'headers'>): void => {
  const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) => {
    const value = headers.get(`x-rate-limit-${name}`)
    expect(value).toMatch(/^\d+$/)
    return Number(value)
  })
  expect(limit).toBeGreaterThan(0)
  expect(remaining).toBeLessThanOrEqual(limit ?? 0)
  expect(reset).toBeGreaterThanOrEqual(Math.floor(Date.now() / 1_000))
}

/** Decision G2, to the letter: the body of a failure, and nothing of our insides in it. */
export const expectErrorBody = (answer: Answered): void => {
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.body).toEqual(expect.objectContaining({ error: true }))
  expect(exactly.safeParse(answer.body).error?.issues ?? []).toEqual([])
  expect(JSON.stringify(answer.body)).not.toMatch(inside)
}

/** What nginx refuses as an address before anybody else looks at it. */
export const unreadable: readonly string[] = isBehindNginx() ? [] : ['%00']

/** A refusal of the API as every one of them has to look. */
export const expectRefusal = (answer: Answered, status: number, code?: string): void => {
  expect({ status: answer.status, body: answer.body }).toMatchObject({
    status,
    body: code === undefined ? {} : { code },
  })
  expectErrorBody(answer)
  // A body too large is refused by nginx itself, and counted by nobody.
  if (!(isBehindNginx() && status === 413)) expectRateLimitHeaders(answer)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/)
}
