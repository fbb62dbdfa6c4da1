import type { AnyEndpoint, Method } from '../../shared/contract/endpoint.ts'
import { mostSpecificFirst } from '../../shared/contract/most-specific-first.ts'
import { type Page, type PageForm, sideOfPage } from '../../shared/contract/page.ts'
import { groupBy } from '../../shared/kernel/group-by.ts'
import { overlap, pathEnd, pathPattern } from './path-pattern.ts'

/** Everything that has an address. */
export type Addresses = {
  readonly endpoints: readonly AnyEndpoint[]
  readonly pages: readonly Page[]
  readonly pageForms: readonly PageForm[]
}

export type Side = AnyEndpoint['side']

/** Where a request goes; a change is a command that nginx would repeat if we let it. */
export type Destination = Side | 'change'

/** A pattern over `METHOD target`, and who answers what it fits. */
export type Route = { readonly pattern: string; readonly destination: Destination }

type Target = { readonly endpoint: Pick<AnyEndpoint, 'method' | 'path' | 'side'> }

/** A form is posted, and does what an endpoint does, whose side is its own. */
const targetsOf = ({ endpoints, pages, pageForms }: Addresses): readonly Target[] => [
  ...endpoints.map((endpoint) => ({ endpoint })),
  ...pages.map((page) => ({
    endpoint: { method: 'GET' as const, path: page.path, side: sideOfPage(page) },
  })),
  ...pageForms.map(({ path, does: { side } }) => ({
    endpoint: { method: 'POST' as const, path, side },
  })),
]

const commands: Readonly<Record<Method, { methods: readonly string[]; destination: Destination }>> =
  {
    GET: { methods: ['GET', 'HEAD'], destination: 'command' },
    POST: { methods: ['POST'], destination: 'command' },
    PUT: { methods: ['PUT'], destination: 'change' },
    DELETE: { methods: ['DELETE'], destination: 'change' },
  }

const oneOf = (methods: readonly string[]): string =>
  methods.length === 1 ? String(methods[0]) : `(?:${methods.join('|')})`

const commandsAmong = (group: readonly Target[]) =>
  group.flatMap(({ endpoint }) => (endpoint.side === 'command' ? [commands[endpoint.method]] : []))

/**
 * Which requests go to the command side, the first that fits deciding; everything else is the query
 * side's, which also refuses what has no address. An address that the router finds before one of
 * these, such as `/user/current` before `/user/:id`, stands before it here, too.
 */
export const routesOf = (addresses: Addresses): readonly Route[] => {
  const groups = [...groupBy(mostSpecificFirst(targetsOf(addresses)), (it) => it.endpoint.path)]
  return groups.flatMap(([path, group], at): readonly Route[] => {
    const route = (method: string, destination: Destination): Route => ({
      pattern: `~^${method} ${pathPattern(path)}${pathEnd}`,
      destination,
    })
    const byDestination = groupBy(commandsAmong(group), ({ destination }) => destination)
    const own = [...byDestination].map(([destination, some]) =>
      route(oneOf(some.flatMap(({ methods }) => methods)), destination),
    )
    const standsBefore = groups
      .slice(at + 1)
      .some(([other, it]) => commandsAmong(it).length > 0 && overlap(path, other))
    return standsBefore ? [...own, route('\\S+', 'query')] : own
  })
}

/** What the service asks of itself or of its own watchers has no address for anybody else. */
export const withheld = '~^\\S+ /(?:livez|readyz|metrics)/?(?:[?#]|$)'

/**
 * Patterns over targets and the path as it was declared: what a log may tell. It never has values of
 * parameters, some of which open doors (public links, embedding and reset tokens).
 */
export const loggedPaths = ({
  endpoints,
  pages,
  pageForms,
}: Addresses): readonly (readonly [pattern: string, path: string])[] => {
  const paths = new Set([...endpoints, ...pages, ...pageForms].map(({ path }) => path))
  const sorted = mostSpecificFirst([...paths].map((path) => ({ endpoint: { path } })))
  return sorted.map(({ endpoint: { path } }) => [`~^${pathPattern(path)}${pathEnd}`, path])
}
