import { invalid } from '../kernel/refusal.ts'
import { piecesOf, stretchesOf, textOfValue, type Values } from './stretches.ts'

export type Headers = Readonly<Record<string, string>>

const nameOfHeader = /^[\w!#$%&'*+.^`|~-]{1,100}$/
const mostHeaders = 50
/** Characters. */
const longestValue = 4 * 1024

/** They belong to the connection, or say who is calling: neither is a template's to say. */
const ours: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
])

/** Spaces, tabs and the visible characters of ASCII: no line can end in it. */
const isValue = (text: string): boolean => /^[\t\x20-\x7e]*$/.test(text)
/** What a cookie may hold and not become two. */
const isCookie = (text: string): boolean =>
  /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/.test(text)

/** Why these headers cannot be sent, as a sentence. */
export const headersProblem = (headers: Headers): string | undefined => {
  const names = Object.keys(headers).map((name) => name.toLowerCase())
  if (names.length > mostHeaders) return `At most ${mostHeaders} headers can be sent.`
  for (const [name, value] of Object.entries(headers)) {
    if (!nameOfHeader.test(name)) return `“${name.slice(0, 50)}” is no name of a header.`
    if (ours.has(name.toLowerCase())) return `The header ${name} is not a template’s to set.`
    if (!isValue(value) || value.length > longestValue)
      return `The header ${name} may hold ${longestValue} visible ASCII characters and no line breaks.`
  }
  return new Set(names).size < names.length ? 'A header is named twice.' : undefined
}

/** The same for templates, whose values may have tags. */
export const headerTemplatesProblem = (headers: Headers): string | undefined => {
  for (const value of Object.values(headers)) {
    const { problem } = piecesOf(value)
    if (problem !== undefined) return problem
  }
  const contentType = headerOf(headers, 'content-type')
  if (contentType !== undefined && piecesOf(contentType).hasTags)
    return 'The header Content-Type says how values are written, and can have none.'
  return headersProblem(headers)
}

export const headerOf = (headers: Headers, wanted: string): string | undefined =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1]

const fillHeader = (
  name: string,
  template: string,
  values: Values,
  missing: Set<string>,
): string => {
  const fits = name.toLowerCase() === 'cookie' ? isCookie : isValue
  return stretchesOf(piecesOf(template).pieces, values, missing)
    .map((it) => {
      if (it.kind === 'text') return it.text
      const text = textOfValue(it.value)
      if (!fits(text)) throw invalid(it.name, 'This value cannot be sent in a header.')
      return text
    })
    .join('')
}

/** @throws {Refusal} 400 for a value that cannot stand in a header, or would end it. */
export const fillHeaders = (headers: Headers, values: Values, missing: Set<string>): Headers =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      fillHeader(name, value, values, missing),
    ]),
  )
