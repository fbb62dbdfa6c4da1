import type { Page, PageDocument, PageQueryOf } from '../../shared/contract/page.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import type { Views } from '../context.ts'

/** What a page is made with; one per request. */
export type PageContext = {
  /** Present unless anyone may open the page. */
  readonly actor: Actor | undefined
  readonly views: Views
}

export type PageRoute = {
  readonly page: Page
  readonly show: (query: never, context: PageContext) => Promise<PageDocument>
}

/** Ties what makes a page to its declaration, types checked; the list of pages forgets them. */
export const shows = <P extends Page>(
  page: P,
  show: (query: PageQueryOf<P>, context: PageContext) => Promise<PageDocument>,
): PageRoute => ({ page, show: show as PageRoute['show'] })
