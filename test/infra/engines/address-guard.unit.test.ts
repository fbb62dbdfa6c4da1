import { networkInterfaces } from 'node:os'
import { describe, expect, test } from '@jest/globals'
import { addressGuard } from '../../../infra/engines/address-guard.ts'
import { ConnectionProblem } from '../../../shared/ports/engine-driver.ts'

const detailsOf = (host: string, port = 5432) => ({ host, port, dbname: 'db', user: 'user' })

const guard = addressGuard({
  ownEndpoints: [{ host: '127.0.0.1', port: 7001 }],
  isOwnDatabase: (details) => details.user === 'sample',
})

const refusalThat = (message: RegExp) =>
  expect.objectContaining({
    name: 'ConnectionProblem',
    field: 'host',
    message: expect.stringMatching(message),
  })
const refusal = refusalThat(/^Connections to this address are not allowed\.$/)
const isOwn = refusalThat(/belongs to the service itself \(DATABASE_URL .* another server, or give/)

describe('the address guard', () => {
  test.each([
    '169.254.169.254',
    '0xa9.254.169.254',
    '2852039166',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    'fe80::1',
    'fd00:ec2::254',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
  ])('refuses %s', async (host) => {
    await expect(guard(detailsOf(host))).rejects.toEqual(refusal)
  })

  test.each([
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '127.9.9.9',
    '::1',
    '::ffff:127.0.0.1',
    '0.0.0.0',
    '::',
    'localhost',
  ])('refuses our own server as %s', async (host) => {
    await expect(guard(detailsOf(host, 7001))).rejects.toEqual(isOwn)
  })

  test('refuses our own server under every address of this machine', async () => {
    const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
    for (const { address } of addresses.filter((it) => !it.address.startsWith('fe80')))
      await expect(guard(detailsOf(address, 7001))).rejects.toEqual(isOwn)
  })

  test.each(['127.0.0.1', '10.0.0.5', '192.168.1.1', 'fd12::1'])(
    'lets %s pass on other ports',
    async (host) => {
      await expect(guard(detailsOf(host))).resolves.toEqual([host])
    },
  )

  test('lets a database of our own pass', async () => {
    const sample = { ...detailsOf('127.0.0.1', 7001), user: 'sample' }
    await expect(guard(sample)).resolves.toEqual(['127.0.0.1'])
  })

  test('says so when a name does not resolve', async () => {
    const attempt = guard(detailsOf('no-such-host.invalid'))
    await expect(attempt).rejects.toBeInstanceOf(ConnectionProblem)
    await expect(attempt).rejects.toMatchObject({ field: 'host' })
  })
})
