import { networkInterfaces } from 'node:os'
import { describe, expect, test } from '@jest/globals'
import { type TargetOptions, targetOf } from '../../../infra/http-actions/target.ts'

const names: Readonly<Record<string, readonly string[]>> = {
  'public.example': ['93.184.215.14', '2606:4700::1111'],
  'inside.example': ['10.0.0.5'],
  'mixed.example': ['93.184.215.14', '127.0.0.1'],
  'mapped.example': ['::ffff:93.184.215.14'],
  'metadata.example': ['169.254.169.254'],
  '127.0.0.1.nip.io': ['127.0.0.1'],
}

/** How often names were looked up. */
let asked = 0

const options = (more: Partial<TargetOptions> = {}): TargetOptions => ({
  lookup: async (host) => {
    asked += 1
    const found = names[host]
    if (!found) throw new Error('ENOTFOUND')
    return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  },
  allowedHosts: async () => ['inside.example', '127.0.0.1', '10.1.1.1:6379', '[::1]:8080'],
  ownEndpoints: [{ host: '127.0.0.1', port: 40_001 }],
  ...more,
})

const leadsTo = async (address: string, more?: Partial<TargetOptions>) => {
  const target = await targetOf(address, options(more))
  return 'refused' in target ? target.refused : target.addresses.map((it) => it.address)
}

const neutral = expect.stringContaining('This host is not known, or calls to it are not allowed')
const nothing = { allowedHosts: async () => [] }

describe('a call', () => {
  test('goes to what is public, asked for once', async () => {
    asked = 0
    expect(await leadsTo('https://public.example/x')).toEqual(names['public.example'])
    expect(asked).toBe(1)
    expect(await leadsTo('http://8.8.8.8:8443/')).toEqual(['8.8.8.8'])
    expect(await leadsTo('http://[2606:4700::1111]/')).toEqual(['2606:4700::1111'])
    expect(asked).toBe(1)
  })

  test.each([
    'http://inside.example/',
    'http://mixed.example/',
    'http://mapped.example/',
    'http://metadata.example/',
    'http://127.0.0.1.nip.io/',
    'http://unknown.example/',
    'http://127.0.0.1/',
    'http://10.0.0.5:8080/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/',
    'http://[::]/',
    'http://[fd00:ec2::254]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::1]/',
    'http://0.0.0.0/',
    ...[22, 25, 2113, 3306, 4222, 5432, 6379, 27017].map(
      (port) => `http://public.example:${port}/`,
    ),
  ])('to %s is refused in the same words as any', async (address) => {
    expect(await leadsTo(address, nothing)).toEqual(neutral)
  })

  test('to addresses of this machine is refused, public ones too', async () => {
    const own = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
    for (const { address, family } of own.filter((it) => !it.address.includes('%')))
      expect(
        await leadsTo(`http://${family === 'IPv6' ? `[${address}]` : address}/`, nothing),
      ).toEqual(neutral)
  })

  test.each(['http://0x7f.1/', 'http://a@127.0.0.1/', 'ftp://public.example/', 'file:///etc'])(
    'to %s is refused before anything is looked up',
    async (address) => {
      asked = 0
      expect(await leadsTo(address)).toMatch(/^The address /)
      expect(asked).toBe(0)
    },
  )

  test('goes to what is allowed, as far as it is', async () => {
    expect(await leadsTo('http://inside.example:8081/')).toEqual(['10.0.0.5'])
    expect(await leadsTo('http://127.0.0.1:40000/')).toEqual(['127.0.0.1'])
    expect(await leadsTo('http://[::1]:8080/')).toEqual(['::1'])
    expect(await leadsTo('http://[::1]:8081/')).toEqual(neutral)
    // Where others than web servers listen, the port has to be named.
    expect(await leadsTo('http://127.0.0.1:6379/')).toEqual(neutral)
    expect(await leadsTo('http://10.1.1.1:6379/')).toEqual(['10.1.1.1'])
  })

  test('never goes to a server of our own', async () => {
    for (const host of ['127.0.0.1', '127.0.0.2'])
      expect(
        await leadsTo(`http://${host}:40001/`, {
          allowedHosts: async () => [`${host}:40001`, host],
        }),
      ).toEqual(neutral)
  })
})
