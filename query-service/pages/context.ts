import type { AnyEndpoint, ResponseOf } from '../../shared/contract/endpoint.ts'
import type { AskedOf, Page, PageDocument } from '../../shared/contract/page.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import type { Views } from '../context.ts'

/** What a page is made with; one per request. */
export type PageContext = {
  /** Present unless anyone may open the page. */
  readonly actor: Actor | undefined
  readonly views: Views
  /**
   * Asks the API by the endpoint's own route, as anybody may who is not signed in: what a page
   * shows this way, the API tells as well, and by the same rules. @throws {Refusal}
   */
  readonly ask: <E extends AnyEndpoint>(endpoint: E, raw: RawRequest) => Promise<ResponseOf<E>>
}

/** A request as it stands in an address; the endpoint's own shapes parse it. */
export type RawRequest = {
  readonly params: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | readonly string[]>>
}

export type PageRoute = {
  readonly page: Page
  readonly show: (asked: never, context: PageContext) => Promise<PageDocument>
}

/** Ties what makes a page to its declaration, types checked; the list of pages forgets them. */
export const shows = <P extends Page>(
  page: P,
  show: (asked: AskedOf<P>, context: PageContext) => Promise<PageDocument>,
): PageRoute => ({ page, show: show as PageRoute['show'] })
