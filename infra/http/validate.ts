import type { z } from 'zod'
import type { AnyEndpoint } from '../../shared/contract/endpoint.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'

const nameOf = (path: readonly PropertyKey[]): string => path.map(String).join('.')

/** zod's issues as one sentence a field; an unnamed one is about the whole body. */
const toRefusal = (issues: readonly z.core.$ZodIssue[], part: string): Refusal => {
  const errors: Record<string, string> = {}
  for (const issue of issues) errors[nameOf(issue.path) || part] ??= issue.message
  const [[field, message] = [part, 'is not valid']] = Object.entries(errors)
  return new Refusal('validation', `${field}: ${message}`, { errors })
}

const parse = (shape: z.ZodType | undefined, value: unknown, part: string): unknown => {
  if (!shape) return undefined
  const parsed = shape.safeParse(value)
  if (!parsed.success) throw toRefusal(parsed.error.issues, part)
  return parsed.data
}

/** @throws {Refusal} 400 naming every offending field. */
export const parseRequest = (
  endpoint: Pick<AnyEndpoint, 'params' | 'query' | 'body'>,
  raw: { params: unknown; query: unknown; body: unknown },
) => ({
  params: parse(endpoint.params, raw.params, 'path'),
  query: parse(endpoint.query, raw.query, 'query'),
  body: parse(endpoint.body, raw.body, 'body'),
})
