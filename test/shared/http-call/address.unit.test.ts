import { describe, expect, test } from '@jest/globals'
import { addressProblem } from '../../../shared/http-call/address.ts'
import {
  allowedHostProblem,
  isAllowedHost,
  listingOf,
} from '../../../shared/http-call/allowed-hosts.ts'

describe('an address', () => {
  test.each([
    'http://example.com',
    'https://EXAMPLE.com:8443/a/b?c=d#e',
    'http://127.0.0.1:9/',
    'http://[::1]:9000/x',
    'https://xn--mller-kva.example/ü',
  ])('%s is one', (address) => {
    expect(addressProblem(address)).toBeUndefined()
  })

  test.each([
    '',
    'example.com',
    '//example.com/',
    'http:/example.com',
    'http:example.com',
    'http:///example.com',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'data:text/plain,x',
    'javascript:alert(1)',
    'http://a@127.0.0.1/',
    'http://a:b@example.com/',
    'http://example.com\\@127.0.0.1/',
    'http:\\\\example.com/',
    'http://exa\tmple.com/',
    'http://example.com/a b',
    'http://example.com/\r\nX: y',
    ' http://example.com/',
    'http://example.com./',
    'http://localhost./',
    'http://0x7f.1/',
    'http://127.1/',
    'http://0/',
    'http://2130706433/',
    'http://017700000001/',
    'http://%31%32%37.0.0.1/',
    'http://①②⑦.0.0.1/',
    'http://１２７.0.0.1/',
    'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
    'http://127。0。0。1/',
    'http://müller.example/',
    'http://[::ffff:127.0.0.1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::1%25lo]/',
    'http://example.com:99999/',
    'http://:80/',
    `http://example.com/${'x'.repeat(8_192)}`,
  ])('%j is none', (address) => {
    expect(addressProblem(address)).toEqual(expect.any(String))
  })
})

describe('the list of allowed hosts', () => {
  const entries = ['api.internal', '10.0.0.5:8080', '[::1]:9000', 'plain.internal:80', 'no/host']
  const listed = (address: string) => listingOf(entries, new URL(address))

  test('is of hosts, with all ports or with one', () => {
    expect(listed('http://api.internal/x')).toBe('all-ports')
    expect(listed('https://API.internal:1234/')).toBe('all-ports')
    expect(listed('http://10.0.0.5:8080/')).toBe('this-port')
    expect(listed('http://10.0.0.5/')).toBeUndefined()
    expect(listed('http://[::1]:9000/')).toBe('this-port')
    expect(listed('http://[::1]/')).toBeUndefined()
    expect(listed('http://plain.internal/')).toBe('this-port')
    expect(listed('https://plain.internal/')).toBeUndefined()
    expect(listed('http://sub.api.internal/')).toBeUndefined()
    expect(listed('http://api.internal.evil.example/')).toBeUndefined()
    expect(listed('http://no/host')).toBeUndefined()
  })

  test('says nothing for an address that could be read in two ways', () => {
    expect(isAllowedHost(entries, 'http://api.internal/x')).toBe(true)
    expect(isAllowedHost(entries, 'http://x@api.internal/')).toBe(false)
    expect(isAllowedHost(['127.0.0.1'], 'http://0x7f.1/')).toBe(false)
  })

  test.each(['a b', 'http://x', 'x/y', 'x:', 'x:y', 'x@y', '0x7f.1', '*', '::1', 'x.', ''])(
    'has no entry %j',
    (entry) => {
      expect(allowedHostProblem(entry)).toEqual(expect.any(String))
    },
  )
})
