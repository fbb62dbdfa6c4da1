import { randomUUID } from 'node:crypto'

/** Characters that are one text, at the least, before they become bytes. */
const pieceLength = 64 * 1024

type Result = { readonly data: { readonly rows: readonly unknown[] } }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const isResult = (body: unknown): body is Result =>
  isObject(body) && isObject(body.data) && Array.isArray(body.data.rows)

/** What stands before the rows and after them. */
const aroundRows = (body: Result): readonly string[] => {
  const mark = randomUUID()
  return JSON.stringify({ ...body, data: { ...body.data, rows: mark } }).split(`"${mark}"`)
}

/**
 * A body as JSON: one text, or pieces of UTF-8 where it is a large result. Those are outside of the
 * heap, where the rows as a whole would lie three times: as values, as parts of a text, and as a text.
 */
export const jsonText = (body: unknown): string | readonly Uint8Array[] => {
  if (!isResult(body)) return JSON.stringify(body)
  const [before = '', after = ''] = aroundRows(body)
  const pieces: Uint8Array[] = []
  let text = `${before}[`
  for (const [index, row] of body.data.rows.entries()) {
    text += `${index === 0 ? '' : ','}${JSON.stringify(row)}`
    if (text.length < pieceLength) continue
    pieces.push(Buffer.from(text))
    text = ''
  }
  text += `]${after}`
  return pieces.length === 0 ? text : [...pieces, Buffer.from(text)]
}
