import { expect, test } from '@jest/globals'
import { deviceOf } from '../../../infra/security/device.ts'
import { networkOf } from '../../../infra/security/network.ts'

const mozilla = 'Mozilla/5.0'
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`${mozilla} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox on Linux'],
  [`${mozilla} (Windows NT 10.0; Win64) ${webkit} Chrome/141.0 Safari/537.36`, 'Chrome on Windows'],
  [
    `${mozilla} (Windows NT 10.0) ${webkit} Chrome/141.0 Safari/537.36 Edg/141.0`,
    'Edge on Windows',
  ],
  [
    `${mozilla} (Linux; Android 15) ${webkit} Chrome/141.0 Mobile Safari/537.36`,
    'Chrome on Android',
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1`,
    'Safari on iOS',
  ],
  [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1`, 'Safari on macOS'],
  ['curl/8.5.0', 'curl'],
  ['python-requests/2.32.3', 'python-requests'],
  ['node', 'node'],
  ['<script>alert(1)</script>', undefined],
  ['', undefined],
  [undefined, undefined],
])('%j is known as %j', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})

test.each([
  ['198.51.100.7', '198.51.100.0/24'],
  ['::ffff:198.51.100.7', '198.51.100.0/24'],
  ['2001:db8:1:2::5', '2001:db8:1::/48'],
  ['fe80::1%eth0', 'fe80::/48'],
  ['unknown', undefined],
  ['', undefined],
])('%j is in %j', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
