import type { z } from 'zod'
import { StartupProblem } from '../../startup-problem.ts'
import type { Reply } from './client.ts'

const messageOf = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : ''

/** @throws {StartupProblem} unless the service answered with this status. */
export const expectStatus = (reply: Reply, status: number, what: string): void => {
  if (reply.status === status) return
  throw new StartupProblem(
    `${what} should have answered ${status}, but answered ${reply.status}. ${messageOf(reply.body)}`.trim(),
  )
}

/** The body of a 200, in the shape the tour relies on. */
export const expectBody = <S extends z.ZodType>(
  reply: Reply,
  shape: S,
  what: string,
): z.infer<S> => {
  expectStatus(reply, 200, what)
  const parsed = shape.safeParse(reply.body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new StartupProblem(
    `${what} answered something else than expected: ${issue?.path.join('.')} ${issue?.message}.`,
  )
}

/** @throws {StartupProblem} where the sample's data do not give what they must give. */
export const expectSame = (found: unknown, expected: unknown, what: string): void => {
  if (JSON.stringify(found) === JSON.stringify(expected)) return
  throw new StartupProblem(
    `${what} should have been ${JSON.stringify(expected)}, but was ${JSON.stringify(found)}.`,
  )
}
