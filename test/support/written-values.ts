import fc from 'fast-check'
import {
  canonicalJson,
  isStorableText,
  type Json,
  unstorablePath,
} from '../../shared/kernel/json.ts'
import type { Cell } from '../../shared/ports/engine-driver.ts'
import type { LabEngine } from './engine-lab.ts'

/** A kind of column: its type in each engine that has one, what may be written, and how to see it. */
export type WrittenKind = {
  readonly types: { readonly [E in LabEngine]?: string }
  readonly values: fc.Arbitrary<Json>
  /** What a value and its cell must have in common. */
  readonly seen: (of: Json | Cell) => unknown
}

const everywhere = (type: string): WrittenKind['types'] => ({
  postgres: type,
  mysql: type,
  h2: type,
})

const asText = (of: Json | Cell): unknown => String(of)
const asJson = (of: Json | Cell): unknown =>
  canonicalJson(typeof of === 'string' ? JSON.parse(of) : of)

const text = fc.string({ unit: 'binary', maxLength: 30 }).filter(isStorableText)

const two = (part: number): string => String(part).padStart(2, '0')

const days = fc
  .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

/** Without zeros at the end of the fraction, as they are read. */
const clocks = fc
  .tuple(fc.nat(23), fc.nat(59), fc.nat(59), fc.nat(999_999))
  .map(([hours, minutes, seconds, micros]) => {
    const fraction = micros === 0 ? '' : `.${String(micros).padStart(6, '0').replace(/0+$/, '')}`
    return `${[hours, minutes, seconds].map(two).join(':')}${fraction}`
  })

const offsets = fc
  .tuple(fc.constantFrom('+', '-'), fc.nat(11), fc.constantFrom(0, 30, 45))
  .map(([sign, hours, minutes]) => `${sign}${two(hours)}:${two(minutes)}`)

const instants = fc
  .tuple(
    fc.date({ min: new Date('1971-01-02'), max: new Date('2037-12-30'), noInvalidDate: true }),
    offsets,
  )
  .map(([date, offset]) => `${date.toISOString().slice(0, 23)}${offset}`)

const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }), fc.nat(999_999))
  .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(6, '0')}`)

/** By the names of columns. */
export const writtenKinds: Readonly<Record<string, WrittenKind>> = {
  a_words: {
    types: { postgres: 'text', mysql: 'longtext', h2: 'varchar' },
    values: text,
    seen: asText,
  },
  a_number: {
    types: everywhere('int'),
    values: fc.maxSafeInteger().map((n) => n % 2 ** 31),
    seen: asText,
  },
  a_large: {
    types: everywhere('bigint'),
    values: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
    seen: asText,
  },
  a_exact: {
    types: everywhere('decimal(20, 6)'),
    values: decimals,
    seen: (of) =>
      String(of)
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, ''),
  },
  a_about: {
    types: { postgres: 'float8', mysql: 'double', h2: 'double precision' },
    values: fc.double({ noNaN: true, noDefaultInfinity: true }),
    seen: (of) => Number(of) + 0,
  },
  a_flag: {
    types: { postgres: 'boolean', mysql: 'bit(1)', h2: 'boolean' },
    values: fc.boolean(),
    seen: asText,
  },
  a_day: { types: everywhere('date'), values: days, seen: asText },
  a_clock: {
    types: { postgres: 'time', mysql: 'time(6)', h2: 'time(6)' },
    values: clocks,
    seen: asText,
  },
  a_local: {
    types: { postgres: 'timestamp', mysql: 'datetime(6)', h2: 'timestamp(6)' },
    values: fc.tuple(days, clocks).map((parts) => parts.join('T')),
    seen: asText,
  },
  a_instant: {
    types: {
      postgres: 'timestamptz',
      mysql: 'timestamp(6) null',
      h2: 'timestamp(6) with time zone',
    },
    values: instants,
    seen: (of) => Date.parse(String(of)),
  },
  a_token: { types: everywhere('uuid'), values: fc.uuid({ version: 4 }), seen: asText },
  a_mood: {
    types: { postgres: 'mood', mysql: `enum('sad', 'ok')`, h2: `enum('sad', 'ok')` },
    values: fc.constantFrom('sad', 'ok'),
    seen: asText,
  },
  a_document: {
    types: { postgres: 'jsonb', mysql: 'json', h2: 'json' },
    values: fc
      .jsonValue({ maxDepth: 2 })
      .map((value): Json => ({ value: value as Json }))
      .filter((value) => unstorablePath(value) === undefined),
    seen: asJson,
  },
  a_blob: {
    types: { postgres: 'bytea', mysql: 'blob', h2: 'varbinary' },
    values: fc
      .uint8Array({ maxLength: 70 })
      .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
    seen: asText,
  },
  a_list: {
    types: { postgres: 'text[]' },
    values: fc.array(fc.option(text), { maxLength: 4 }),
    seen: asJson,
  },
  a_numbers: {
    types: { postgres: 'int[]', h2: 'int array' },
    values: fc.array(fc.integer(), { maxLength: 4 }),
    seen: asJson,
  },
}
