import type { AnyEndpoint, Method } from '../../shared/contract/endpoint.ts'
import { mostSpecificFirst } from '../../shared/contract/most-specific-first.ts'
import type { Page, PageForm } from '../../shared/contract/page.ts'
import { groupBy } from '../../shared/kernel/group-by.ts'
import { overlap, pathEnd, pathPattern } from './path-pattern.ts'

/** Everything that has an address. */
export type Addresses = {
  readonly endpoints: readonly AnyEndpoint[]
  readonly pages: readonly Page[]
  readonly pageForms: readonly PageForm[]
}

export type Side = AnyEndpoint['side']

/** A pattern over `METHOD target`, and who answers what it fits. */
export type Route = { readonly pattern: string; readonly side: Side }

type Target = { readonly endpoint: Pick<AnyEndpoint, 'method' | 'path' | 'side'> }

/** A form is posted, and does what an endpoint does, whose side is its own. */
const targetsOf = ({ endpoints, pageForms }: Addresses): readonly Target[] => [
  ...endpoints.map((endpoint) => ({ endpoint })),
  ...pageForms.map(({ path, does: { side } }) => ({
    endpoint: { method: 'POST' as const, path, side },
  })),
]

const withHead = (method: Method): readonly string[] =>
  method === 'GET' ? [method, 'HEAD'] : [method]

const oneOf = (methods: readonly string[]): string =>
  methods.length === 1 ? String(methods[0]) : `(?:${methods.join('|')})`

/**
 * Which requests go to the command side, the first that fits deciding; everything else is the query
 * side's, which also refuses what has no address. An address that the router finds before one of
 * these, such as `/user/current` before `/user/:id`, stands before it here, too.
 */
export const routesOf = (addresses: Addresses): readonly Route[] => {
  const groups = [...groupBy(mostSpecificFirst(targetsOf(addresses)), (it) => it.endpoint.path)]
  const writes = (group: readonly Target[]) =>
    group.flatMap(({ endpoint }) => (endpoint.side === 'command' ? [endpoint.method] : []))
  return groups.flatMap(([path, group], at): readonly Route[] => {
    const methods = writes(group)
    const later = groups.slice(at + 1)
    const stands = later.some(([other, it]) => writes(it).length > 0 && overlap(path, other))
    const route = (method: string, side: Side): Route => ({
      pattern: `~^${method} ${pathPattern(path)}${pathEnd}`,
      side,
    })
    return [
      ...(methods.length > 0 ? [route(oneOf(methods.flatMap(withHead)), 'command')] : []),
      ...(stands ? [route('\\S+', 'query')] : []),
    ]
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
