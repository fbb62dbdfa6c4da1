/** A part of a mail that holds no others, its body decoded. */
export type MimePart = {
  /** By name in lower case, folded lines joined. */
  readonly headers: ReadonlyMap<string, string>
  readonly type: string
  readonly body: Buffer
}

const headersIn = (head: string): ReadonlyMap<string, string> =>
  new Map(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
      }),
  )

const unquoted = (text: string): Buffer =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    'latin1',
  )

const decoded = (text: string, encoding: string | undefined): Buffer => {
  if (encoding === 'base64') return Buffer.from(text, 'base64')
  return encoding === 'quoted-printable' ? unquoted(text) : Buffer.from(text, 'latin1')
}

/** A header that may hold encoded words. */
export const words = (header = ''): string =>
  header.replace(/=\?utf-8\?([QB])\?([^?]*)\?=\s*/gi, (_, kind: string, text: string) =>
    kind.toUpperCase() === 'B'
      ? Buffer.from(text, 'base64').toString()
      : unquoted(text.replaceAll('_', ' ')).toString(),
  )

/** The headers of a mail as it came over the wire. */
export const mailHeaders = (source: string): ReadonlyMap<string, string> =>
  headersIn(source.slice(0, source.indexOf('\r\n\r\n')))

/** All that a mail is made of, in its order. */
export const mailParts = (source: string): readonly MimePart[] => {
  const end = source.indexOf('\r\n\r\n')
  const headers = headersIn(source.slice(0, end))
  const body = source.slice(end + 4)
  const contentType = headers.get('content-type') ?? 'text/plain'
  const [type = ''] = contentType.split(';')
  const [, boundary] = contentType.match(/boundary="?([^";]+)"?/) ?? []
  if (boundary === undefined)
    return [{ headers, type, body: decoded(body, headers.get('content-transfer-encoding')) }]
  return `\r\n${body}`
    .split(`\r\n--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => mailParts(part.replace(/^\r\n/, '')))
}
