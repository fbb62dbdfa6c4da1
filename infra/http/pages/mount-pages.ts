import type { Express } from 'express'
import type { PageAsset, PageFallbacks } from '../../../shared/contract/page.ts'
import type { PipelineDependencies } from '../pipeline.ts'
import { counted, nothingHere, otherMethod, unanswered } from '../unanswered.ts'
import type { FrameAncestors } from './page-headers.ts'
import { sendAsset } from './send-asset.ts'
import { type MountedForm, serveForm } from './serve-form.ts'
import { type MountedPage, servePage } from './serve-page.ts'

export type Pages = {
  readonly pages: readonly MountedPage[]
  readonly forms: readonly MountedForm[]
  /** Those that other processes answer: an address here has their method, too. */
  readonly elsewhere: readonly { readonly path: string; readonly method: 'GET' | 'POST' }[]
  readonly assets: readonly PageAsset[]
  readonly fallbacks: PageFallbacks
  readonly frameAncestors: FrameAncestors
}

/** Puts pages, their forms and the files they load on an app. */
export const mountPages = (
  app: Express,
  { pages, forms, elsewhere, assets, fallbacks, frameAncestors }: Pages,
  pipeline: PipelineDependencies,
): void => {
  const dependencies = { ...pipeline, fallbacks, frameAncestors }
  for (const mounted of pages) {
    const { path } = mounted.page
    app.get(path, servePage(mounted, dependencies))
    app.all(path, unanswered(dependencies, path, otherMethod(['GET'])))
  }
  for (const mounted of forms) {
    const { path } = mounted.form
    app.post(path, serveForm(mounted, dependencies))
    app.all(path, unanswered(dependencies, path, otherMethod(['POST'])))
  }
  for (const { path, method } of elsewhere) {
    const verb = method === 'GET' ? 'get' : 'post'
    app[verb](path, unanswered(dependencies, path, nothingHere))
    app.all(path, unanswered(dependencies, path, otherMethod([method])))
  }
  for (const asset of assets)
    app.get(asset.path, counted(dependencies, asset.path), sendAsset(asset))
}
