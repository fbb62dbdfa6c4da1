import type { z } from 'zod'
import { type AnyEndpoint, hasDryRun } from '../../shared/contract/endpoint.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'
import { plainWords } from './plain-words.ts'

const nameOf = (path: readonly PropertyKey[]): string => path.map(String).join('.')

/** zod's issues as one sentence a field; an unnamed one is about the whole body. */
const toRefusal = (
  issues: readonly Pick<z.core.$ZodIssue, 'path' | 'message'>[],
  part: string,
): Refusal => {
  const errors: Record<string, string> = {}
  for (const issue of issues) errors[nameOf(issue.path) || part] ??= issue.message
  const [[field, message] = [part, 'is not valid']] = Object.entries(errors)
  return new Refusal('validation', `${field}: ${message}`, { errors })
}

const parse = (shape: z.ZodType | undefined, value: unknown, part: string): unknown => {
  if (!shape) return undefined
  const parsed = shape.safeParse(value, { error: plainWords })
  if (!parsed.success) throw toRefusal(parsed.error.issues, part)
  return parsed.data
}

type Raw = {
  readonly params: unknown
  readonly query: Readonly<Record<string, string | readonly string[]>>
  readonly body: unknown
}

/** An endpoint, or a page, which is on no side and writes nothing. */
type Asked = Pick<AnyEndpoint, 'params' | 'query' | 'body'> & Partial<Pick<AnyEndpoint, 'side'>>

/** Unknown keys are passed over, but whoever only wants to try a write must not find it done. */
const refuseTrial = (endpoint: Asked, { dry_run }: Raw['query']) => {
  if (dry_run === undefined || dry_run === 'false') return
  if (endpoint.side === 'command' && !hasDryRun(endpoint))
    throw toRefusal([{ path: ['dry_run'], message: 'this has no dry run' }], 'query')
}

/** @throws {Refusal} 400 naming every offending field. */
export const parseRequest = (endpoint: Asked, raw: Raw) => {
  refuseTrial(endpoint, raw.query)
  return {
    params: parse(endpoint.params, raw.params, 'path'),
    query: parse(endpoint.query, raw.query, 'query'),
    body: parse(endpoint.body, raw.body, 'body'),
  }
}
