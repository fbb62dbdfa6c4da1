import { gzipSync } from 'node:zlib'

/** A body nobody should take, what it is sent as, and the status it deserves. */
export type HostileBody = {
  readonly name: string
  /** Out of a good body, for what has to be seen through although everything else is right. */
  readonly make: (good: Readonly<Record<string, unknown>>) => string | Uint8Array<ArrayBuffer>
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly status: 400 | 413 | 415
}

const json = (make: HostileBody['make'], name: string): HostileBody => ({ name, make, status: 400 })

const constant = (text: string, name = text): HostileBody => json(() => text, name)

/** A good body with one more member, given as JSON text. */
const plus = (member: string, name = member): HostileBody =>
  json((good) => `${JSON.stringify(good).slice(0, -1)}${isEmpty(good) ? '' : ','}${member}}`, name)

const isEmpty = (good: object) => Object.keys(good).length === 0

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

const mebibyte = 1024 * 1024
const bytes = (text: string, encoding: BufferEncoding) =>
  new Uint8Array(Buffer.from(text, encoding))

const asType = (type: string): HostileBody => ({
  name: `sent as ${type === '' ? 'nothing' : type}`,
  make: (good) => JSON.stringify(good),
  type,
  status: 415,
})

/** Once for all: it takes a tenth of a second, and every endpoint is sent it. */
const packedSpaces = new Uint8Array(gzipSync(Buffer.alloc(50 * mebibyte, 0x20)))

/** Bodies that are wrong whatever the endpoint. */
export const hostileBodies: readonly HostileBody[] = [
  constant('', 'nothing at all'),
  constant('{', 'half an object'),
  constant('{"a":1,}', 'a trailing comma'),
  constant('{"a":1} {"b":2}', 'two documents'),
  constant('{"a":NaN}'),
  constant('/* why */ {}'),
  constant('"text"'),
  constant('12'),
  constant('null'),
  constant('[]'),
  json(() => bytes('\ufeff{}', 'utf8'), 'a byte-order mark'),
  json(() => bytes('{"a":"\xff"}', 'latin1'), 'broken UTF-8'),
  json(() => bytes('{"a":"\xc0\xaf"}', 'latin1'), 'overlong UTF-8'),
  plus('"x":"\\u0000"', 'U+0000 in a value'),
  plus('"\\u0000":1', 'U+0000 in a key'),
  plus('"x":["\\ud800"]', 'a lone surrogate'),
  plus('"__proto__":{"is_superuser":true}'),
  plus('"x":{"__proto__":1}'),
  plus('"x":9007199254740993', 'an integer no double holds'),
  plus('"x":1e400', 'a number beyond doubles'),
  plus(`"x":${nested(100)}`, 'nesting of 101'),
  plus(`"x":${nested(100_000)}`, 'nesting of 100 001'),
  plus(`"x":[${'0,'.repeat(10_000)}0]`, 'a list of 10 001'),
  { ...plus(`"x":"${'y'.repeat(mebibyte)}"`, 'more than 1 MiB'), status: 413 },
  {
    name: 'more than 1 MiB once unpacked',
    make: () => packedSpaces,
    headers: { 'Content-Encoding': 'gzip' },
    status: 413,
  },
  {
    name: 'packed in a way nobody knows',
    make: () => '{}',
    headers: { 'Content-Encoding': 'rot13' },
    status: 415,
  },
  asType('text/plain'),
  asType('multipart/form-data; boundary=x'),
  asType('application/json; charset=utf-7'),
]
