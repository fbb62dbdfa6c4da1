import { expect, test } from '@jest/globals'
import { natsAddressOf } from '../../../infra/bus/nats-address.ts'

test.each([
  ['nats://example.com', { servers: ['example.com'] }],
  [
    'nats://me:secret@example.com:4222',
    { servers: ['example.com:4222'], user: 'me', pass: 'secret' },
  ],
  ['nats://me:se:c%40ret@a:1,b:2/', { servers: ['a:1', 'b:2'], user: 'me', pass: 'se:c@ret' }],
  ['nats://me:x@a:1,me:x@b:2', { servers: ['a:1', 'b:2'], user: 'me', pass: 'x' }],
  ['nats://t0ken@example.com', { servers: ['example.com'], token: 't0ken' }],
  ['tls://me:@example.com', { servers: ['example.com'], user: 'me', pass: '', tls: {} }],
  ['nats://[::1]:4222', { servers: ['[::1]:4222'] }],
])('%s', (url, options) => {
  expect(natsAddressOf(url)).toEqual(options)
})
