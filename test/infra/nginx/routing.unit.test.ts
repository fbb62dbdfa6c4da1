import { describe, expect, test } from '@jest/globals'
import { type Destination, routesOf } from '../../../infra/nginx/routing.ts'
import { endpoint } from '../../../shared/contract/endpoint.ts'
import { endpoints } from '../../../shared/contract/index.ts'
import { sideOfPage } from '../../../shared/contract/page.ts'
import { pageForms, pages } from '../../../shared/contract/pages.ts'

const addresses = { endpoints, pages, pageForms }

/** As nginx reads a map: the first pattern that fits decides. */
const destinationIn = (routes = routesOf(addresses)) => {
  const patterns = routes.map(({ pattern, destination }) => ({
    regex: new RegExp(pattern.slice(1)),
    destination,
  }))
  return (method: string, target: string): Destination =>
    patterns.find(({ regex }) => regex.test(`${method} ${target}`))?.destination ?? 'query'
}

const destination = destinationIn()
/** A change is a command. */
const side = (method: string, target: string) => {
  const found = destination(method, target)
  expect(found === 'change').toBe(found !== 'query' && (method === 'PUT' || method === 'DELETE'))
  return found === 'query' ? 'query' : 'command'
}
const some = (path: string) => path.replaceAll(/:\w+/g, '1')

test('every endpoint goes to its side, with a slash at the end or a query as without', () => {
  for (const { method, path, side: own } of endpoints)
    for (const more of ['', '/', '?a=1', '/?a=/b', '#x'])
      expect([method, path, more, side(method, some(path) + more)]).toEqual([
        method,
        path,
        more,
        own,
      ])
})

test('HEAD goes where GET goes, a form where what it does is done', () => {
  for (const { path, side: own } of endpoints.filter(({ method }) => method === 'GET'))
    expect([path, side('HEAD', some(path))]).toEqual([path, own])
  for (const { path, does } of pageForms) expect(side('POST', path)).toBe(does.side)
  for (const page of pages) expect(side('GET', some(page.path))).toBe(sideOfPage(page))
  expect(side('GET', '/auth/reset_password/x')).toBe('command')
})

describe('an address is looked at as it came', () => {
  test.each([
    ['POST', '/api//card'],
    ['POST', '//api/card'],
    ['POST', '/API/card'],
    ['POST', '/api%2fcard'],
    ['POST', '/api/c%61rd'],
    ['POST', '/api;x=1/card'],
    ['POST', '/api/card;x=1'],
    ['POST', '/api/card//'],
    ['POST', '/api/cards'],
    ['POST', '/x/api/card'],
    ['POST', '/api/x/../card'],
    ['PUT', '/api/card/1/2'],
    ['PUT', '/api/card//1'],
    ['PATCH', '/api/card/1'],
    ['POSTx', '/api/card'],
  ])('%s %s is no write', (method, target) => expect(side(method, target)).toBe('query'))

  test.each([
    ['PUT', '/api/setting/a%2Fb'],
    ['PUT', '/api/card/..'],
    ['PUT', '/api/card/%00'],
    ['POST', '/api/card?x=//..%2f'],
  ])('%s %s is one', (method, target) => expect(side(method, target)).toBe('command'))
})

test('an address found first stays first: /user/current is not a user', () => {
  expect(side('DELETE', '/api/user/current')).toBe('query')
  expect(side('DELETE', '/api/user/currently')).toBe('command')
  const read = { access: 'session', rate: 'query', tag: '', summary: '' } as const
  const routes = routesOf({
    endpoints: [
      endpoint({
        ...read,
        method: 'PUT',
        side: 'command',
        path: '/a/:id',
        response: undefined as never,
      }),
      endpoint({
        ...read,
        method: 'GET',
        side: 'query',
        path: '/a/b',
        response: undefined as never,
      }),
      endpoint({
        ...read,
        method: 'GET',
        side: 'query',
        path: '/a.b',
        response: undefined as never,
      }),
    ],
    pages: [],
    pageForms: [],
  })
  expect(routes.map(({ pattern, destination: to }) => [pattern, to])).toEqual([
    ['~^\\S+ /a/b/?(?:[?#]|$)', 'query'],
    ['~^PUT /a/[^/?#]+/?(?:[?#]|$)', 'change'],
  ])
})
