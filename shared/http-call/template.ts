import { Refusal } from '../kernel/refusal.ts'
import type { HttpCall } from '../ports/http-caller.ts'
import { jsonLexicon } from '../sql/lexicon.ts'
import { tagsIn } from '../sql/template/parse.ts'
import { bodyProblem, fillBody, jsonType } from './body.ts'
import { fillHeaders, type Headers, headerOf, headerTemplatesProblem } from './headers.ts'
import { piecesOf, type Values } from './stretches.ts'
import { fillUrl, urlProblem } from './url.ts'

/**
 * A call with `{{tags}}` for values and `[[optional parts]]`, in the address behind its host, in
 * values of headers, and in the body. A GET has no body, whatever its template says.
 */
export type HttpTemplate = {
  readonly method: HttpCall['method']
  readonly url: string
  readonly headers?: Headers | undefined
  readonly body?: string | null | undefined
}

const contentTypeOf = ({ headers = {} }: HttpTemplate): string =>
  headerOf(headers, 'content-type') ?? jsonType

const bodyOf = ({ method, body }: HttpTemplate): string | undefined =>
  method === 'GET' || body === null || body === '' ? undefined : body

/** What is wrong with a template, a sentence for each part by its name; empty where it can be kept. */
export const httpTemplateProblems = (template: HttpTemplate): Readonly<Record<string, string>> => {
  const url = urlProblem(template.url)
  const headers = headerTemplatesProblem(template.headers ?? {})
  const text = bodyOf(template)
  const body = text === undefined ? undefined : bodyProblem(text, contentTypeOf(template))
  return {
    ...(url !== undefined && { url: `The address ${url}.` }),
    ...(headers !== undefined && { headers }),
    ...(body !== undefined && { body: `The body ${body}.` }),
  }
}

/** The tags of a template in the order in which they first stand in it. */
export const httpTemplateTags = (
  template: HttpTemplate,
): readonly { readonly name: string; readonly required: boolean }[] => {
  const { url, headers = {} } = template
  const parts = [url, ...Object.values(headers)].map((text) => piecesOf(text))
  const body = piecesOf(bodyOf(template) ?? '', jsonLexicon)
  const pieces = [...parts, body].flatMap((part) => part.pieces)
  const required = new Set(pieces.flatMap((piece) => (piece.kind === 'tag' ? [piece.name] : [])))
  return [...new Set(tagsIn(pieces))].map((name) => ({ name, required: required.has(name) }))
}

const withoutValue = (missing: ReadonlySet<string>): Refusal =>
  new Refusal('validation', 'A value that this action needs is missing.', {
    errors: Object.fromEntries([...missing].map((name) => [name, 'is required'])),
  })

/**
 * The call with these values, each encoded for where it stands: none changes what the template says
 * of host, path, headers or structure.
 * @throws {Refusal} 400 naming every value that is missing, or the one that has no place there
 */
export const fillHttpTemplate = (template: HttpTemplate, values: Values): HttpCall => {
  const missing = new Set<string>()
  const url = fillUrl(template.url, values, missing)
  const headers = fillHeaders(template.headers ?? {}, values, missing)
  const text = bodyOf(template)
  const contentType = contentTypeOf(template)
  const body = text === undefined ? undefined : fillBody(text, contentType, values, missing)
  if (missing.size > 0) throw withoutValue(missing)
  const hasType = headerOf(headers, 'content-type') !== undefined
  return {
    method: template.method,
    url,
    headers: {
      ...(headerOf(headers, 'accept') === undefined && { Accept: jsonType }),
      ...(body !== undefined && !hasType && { 'Content-Type': jsonType }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  }
}
