import { assetsOfPages, pageRoutes } from '../../query-service/page-routes.ts'
import type { RawRequest } from '../../query-service/pages/context.ts'
import { pageFallbacks } from '../../query-service/pages/fallbacks.ts'
import type { AnyEndpoint } from '../../shared/contract/endpoint.ts'
import { sideOfPage } from '../../shared/contract/page.ts'
import { pageForms } from '../../shared/contract/pages.ts'
import type { Pages } from '../http/pages/mount-pages.ts'
import type { FrameAncestors } from '../http/pages/page-headers.ts'
import type { Visit } from '../http/pages/serve-page.ts'
import { type Call, type Mounted, textOf } from '../http/pipeline.ts'
import { parseRequest } from '../http/validate.ts'
import type { Adapters } from './adapters.ts'
import type { Side } from './parts.ts'
import { waitFor } from './query-side.ts'

export type PageOptions = { readonly waitMs: number; readonly frameAncestors: FrameAncestors }

const finderIn = (mounted: readonly Mounted[]) => {
  const byEndpoint = new Map(mounted.map((one) => [one.endpoint, one]))
  return (wanted: AnyEndpoint): Mounted => {
    const found = byEndpoint.get(wanted)
    if (!found) throw new Error(`nobody serves ${wanted.method} ${wanted.path}`)
    return found
  }
}

/** What a page asks of the API: as nobody in particular, who leaves when its visitor leaves. */
const asking =
  (find: (endpoint: AnyEndpoint) => Mounted, visit: Visit) =>
  async (endpoint: AnyEndpoint, { params, query = {} }: RawRequest) => {
    const request = parseRequest(endpoint, { params, query, body: undefined })
    const answer = await find(endpoint).answer({
      ...visit,
      endpoint,
      session: undefined,
      request: request as Call['request'],
      header: () => undefined,
      bodyBytes: Buffer.alloc(0),
      path: endpoint.path,
    })
    const text = answer.body === undefined ? textOf(answer) : undefined
    return (text === undefined ? answer.body : JSON.parse(text)) as never
  }

/**
 * The pages, on the query side where they are over the read models; what they ask goes through the
 * routes of the API, and so do their forms, each on the side that does what it sends.
 */
export const pagesOf = (
  sides: readonly Side[],
  adapters: Adapters,
  mounted: readonly Mounted[],
  { waitMs, frameAncestors }: PageOptions,
): Pages => {
  const find = finderIn(mounted)
  const isHere = (side: Side) => sides.includes(side)
  const routes = pageRoutes(adapters)
  return {
    pages: routes
      .filter(({ page }) => isHere(sideOfPage(page)))
      .map(({ page, show }) => ({
        page,
        show: async (asked, visit) => {
          const { session } = visit
          await waitFor({ session, header: () => undefined }, { ...adapters, waitMs })
          const ask = asking(find, visit)
          return show(asked, { actor: session?.actor, views: adapters.views, ask })
        },
      })),
    forms: pageForms
      .filter(({ does }) => isHere(does.side))
      .map((form) => ({ form, does: find(form.does) })),
    elsewhere: [
      ...routes.flatMap(({ page }) =>
        isHere(sideOfPage(page)) ? [] : [{ path: page.path, method: 'GET' as const }],
      ),
      ...pageForms.flatMap(({ path, does }) =>
        isHere(does.side) ? [] : [{ path, method: 'POST' as const }],
      ),
    ],
    assets: isHere('query') ? assetsOfPages : [],
    fallbacks: pageFallbacks,
    frameAncestors,
  }
}
