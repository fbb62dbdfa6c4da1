import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { targetOf } from '../../../infra/http-actions/target.ts'

/** Whom nobody is led to, by first and last address: written down anew, to be compared with. */
const closed = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.31.196.0', '192.31.196.255'],
  ['192.52.193.0', '192.52.193.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['192.175.48.0', '192.175.48.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
] as const

const numberOf = (address: string): number =>
  address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
const bytesOf = (n: number): number[] => [24, 16, 8, 0].map((shift) => (n >>> shift) & 255)
const dotted = (n: number): string => bytesOf(n).join('.')
const isClosed = (n: number): boolean =>
  closed.some(([first, last]) => numberOf(first) <= n && n <= numberOf(last))

const anyAddress = fc.integer({ min: 0, max: 0xffffffff })
const closedAddress = fc
  .constantFrom(...closed)
  .chain(([first, last]) => fc.integer({ min: numberOf(first), max: numberOf(last) }))
const openAddress = anyAddress.filter((n) => !isClosed(n))

const hex = (n: number): string => n.toString(16)
const groups = (n: number): string => `${hex(n >>> 16)}:${hex(n & 0xffff)}`
const wide = (text: string): string =>
  text.replace(/[\d.]/g, (it) => (it === '.' ? '。' : String.fromCodePoint(0xff10 + Number(it))))

/** Ways of saying an address of IPv4 that some reader of addresses or other takes for it. */
const spellings: readonly ((n: number) => string)[] = [
  (n) => String(n),
  (n) => `0x${hex(n)}`,
  (n) => `0${n.toString(8)}`,
  (n) =>
    bytesOf(n)
      .map((byte) => `0x${hex(byte)}`)
      .join('.'),
  (n) =>
    bytesOf(n)
      .map((byte) => `0${byte.toString(8).padStart(3, '0')}`)
      .join('.'),
  (n) => `${n >>> 24}.${n & 0xffffff}`,
  (n) => `${n >>> 24}.${(n >>> 16) & 255}.${n & 0xffff}`,
  (n) => `${dotted(n)}.`,
  (n) => wide(dotted(n)),
  (n) => dotted(n).replaceAll('.', '%2e'),
  (n) => `somebody@${dotted(n)}`,
  (n) => `public.example:443@${dotted(n)}`,
  (n) => `public.example\\@${dotted(n)}`,
  (n) => `public.example\t@${dotted(n)}`,
  (n) => `[::ffff:${dotted(n)}]`,
  (n) => `[::ffff:${groups(n)}]`,
  (n) => `[0:0:0:0:0:FFFF:${groups(n).toUpperCase()}]`,
  (n) => `[::${groups(n)}]`,
  (n) => `[64:ff9b::${groups(n)}]`,
  (n) => `[2002:${groups(n)}::1]`,
  (n) => `[::ffff:0:${groups(n)}]`,
]
const spelling = fc.constantFrom(...spellings)

/** What addresses are taken apart by. */
const telling = fc.constantFrom(...'http:/\\@[]?#%.x0127a。 \t')

const led = async (
  address: string,
  {
    found = [],
    allowed = [],
    own = [],
  }: Partial<Record<'found' | 'allowed' | 'own', string[]>> = {},
) => {
  const target = await targetOf(address, {
    lookup: async () => found.map((it) => ({ address: it, family: it.includes(':') ? 6 : 4 })),
    allowedHosts: async () => allowed,
    ownEndpoints: own.map((host) => ({ host, port: 8_080 })),
  })
  return 'refused' in target ? 'nowhere' : target.addresses.map((it) => it.address)
}

describe('whatever is written, a call', () => {
  test('to an address of no public network leads nowhere, however it is spelled', () =>
    fc.assert(
      fc.asyncProperty(closedAddress, spelling, async (n, spell) => {
        expect(await led(`http://${dotted(n)}/`)).toBe('nowhere')
        // One that a resolver would be asked for is found to be the same.
        expect(await led(`http://${spell(n)}/`, { found: [dotted(n)] })).toBe('nowhere')
      }),
    ))

  test('leads to a public address as it is, or nowhere', () =>
    fc.assert(
      fc.asyncProperty(openAddress, spelling, async (n, spell) => {
        expect(await led(`https://${dotted(n)}/`)).toEqual([dotted(n)])
        expect(await led(`https://${spell(n)}/`, { found: [dotted(n)] })).toBe('nowhere')
      }),
    ))

  test('to a name leads to all it stands for, or nowhere if any of that is closed', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(openAddress, anyAddress, closedAddress), { maxLength: 4 }),
        async (numbers) => {
          const found = numbers.map(dotted)
          const isOpen = found.length > 0 && !numbers.some(isClosed)
          const answer = await led('https://public.example/', { found })
          expect(answer).toEqual(isOpen ? found : 'nowhere')
        },
      ),
    ))

  test('to a server of our own leads nowhere, whatever is allowed and however this machine is called', () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.integer({ min: 0x7f000000, max: 0x7fffffff }).map(dotted),
          fc.constantFrom('[::1]', '[::]', '0.0.0.0', 'inside.example', '[::ffff:7f00:1]'),
        ),
        fc.constantFrom('127.0.0.1', '0.0.0.0', '::1'),
        async (host, own) => {
          const here = { own: [own], found: ['127.0.0.1'] }
          const allowed = [host, `${host}:8080`]
          expect(await led(`http://${host}:8080/`, { ...here, allowed })).toBe('nowhere')
          expect(await led(`http://${host}:8081/`, { ...here, allowed })).not.toBe('nowhere')
        },
      ),
    ))

  test('of random text never leads to a closed address, and never throws', () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string(), fc.string({ unit: telling, maxLength: 30 })),
        closedAddress,
        async (text, n) => {
          for (const address of [text, `http://${text}`]) {
            const answer = await led(address, { found: [dotted(n)] })
            const isBad = answer !== 'nowhere' && answer.some((it) => isClosed(numberOf(it)))
            expect({ address, isBad }).toEqual({ address, isBad: false })
          }
        },
      ),
    ))
})
