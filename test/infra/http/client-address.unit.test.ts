import type { IncomingMessage } from 'node:http'
import { expect, test } from '@jest/globals'
import { clientAddress } from '../../../infra/http/client-address.ts'

const from = (remoteAddress: string | undefined, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage

test.each([
  [0, undefined, '10.0.0.1'],
  [1, undefined, '10.0.0.1'],
  [0, '1.1.1.1', '10.0.0.1'],
  [1, '1.1.1.1', '1.1.1.1'],
  [1, '6.6.6.6, 1.1.1.1', '1.1.1.1'],
  [2, '6.6.6.6, 1.1.1.1, 10.0.0.2', '1.1.1.1'],
  [3, '1.1.1.1', '1.1.1.1'],
  [1, '6.6.6.6,2001:db8::1', '2001:db8::1'],
  [2, '', '10.0.0.1'],
  [1, ' , ,', '10.0.0.1'],
  [1, '1.1.1.1, 2.2.2.2:4711', '2.2.2.2'],
  [1, '[2001:db8::1]:443', '2001:db8::1'],
  [1, '[2001:db8::1]', '2001:db8::1'],
  [1, '6.6.6.6, unknown', '10.0.0.1'],
])('%i proxies, forwarded for %j: %s', (proxies, forwarded, address) => {
  expect(clientAddress(from('10.0.0.1', forwarded), proxies)).toBe(address)
})

test('a peer that is gone has no address', () => {
  expect(clientAddress(from(undefined), 0)).toBe('')
})
