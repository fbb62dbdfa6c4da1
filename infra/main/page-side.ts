import { pageRoutes } from '../../query-service/page-routes.ts'
import { pageAssets } from '../../query-service/pages/assets.ts'
import { pageFallbacks } from '../../query-service/pages/fallbacks.ts'
import { pageForms } from '../../shared/contract/pages.ts'
import type { Pages } from '../http/pages/mount-pages.ts'
import type { Mounted } from '../http/pipeline.ts'
import type { Adapters } from './adapters.ts'
import { waitFor } from './query-side.ts'

/** The pages over the read models; their forms go through the routes of the API. */
export const pagesOf = (
  adapters: Adapters,
  mounted: readonly Mounted[],
  waitMs: number,
): Pages => ({
  pages: pageRoutes(adapters).map(({ page, show }) => ({
    page,
    show: async (query, session) => {
      await waitFor({ session, header: () => undefined }, { ...adapters, waitMs })
      return show(query, { actor: session?.actor, views: adapters.views })
    },
  })),
  forms: pageForms.map((form) => {
    const does = mounted.find(({ endpoint }) => endpoint === form.does)
    if (!does) throw new Error(`${form.path} does what nobody serves`)
    return { form, does }
  }),
  assets: pageAssets,
  fallbacks: pageFallbacks,
})
