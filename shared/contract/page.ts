import type { z } from 'zod'
import type { AnyEndpoint, RateClass } from './endpoint.ts'

/** Who may open a page: anyone; whoever is signed in to the pages; admins among them. */
export type PageAccess = 'anyone' | 'signed-in' | 'admin'

/** Why a page may stand in frames of other sites, each a setting of its own. */
export type Frames = 'public' | 'embed'

/** A page for people in browsers. It knows them by a cookie, which the API never reads. */
export type Page<P extends z.ZodType = z.ZodType, Q extends z.ZodType = z.ZodType> = {
  readonly path: string
  readonly access: PageAccess
  /** Whose processes show it: left out, the query side's; `command` where what it asks is answered there. */
  readonly side?: 'command' | undefined
  readonly rate: RateClass
  readonly title: string
  readonly params?: P | undefined
  /** Empty values count as left out: that is how a form sends what nobody filled in. */
  readonly query: Q
  /** Any key of the query may come several times; its values arrive as a list. */
  readonly manyValues?: true | undefined
  /** Left out: in nobody's frames. */
  readonly frames?: Frames | undefined
  /** A part that a script puts into a page: no document, and neither is what it says of a problem. */
  readonly isPart?: true | undefined
}

export const sideOfPage = ({ side }: Pick<Page, 'side'>): AnyEndpoint['side'] => side ?? 'query'

/** Declares a page. Route, access check, policy and the walking tests come from this value. */
export const page = <P extends z.ZodType, Q extends z.ZodType>(
  definition: Page<P, Q>,
): Page<P, Q> => definition

/** What a page's handler gets of the address, parsed by the page's own shapes. */
export type AskedOf<P> =
  P extends Page<infer Params, infer Query>
    ? { readonly params: z.output<Params>; readonly query: z.output<Query> }
    : never

/** A form that does what an endpoint does, by the endpoint's own route, and then goes to a page. */
export type PageForm = {
  readonly path: string
  readonly does: AnyEndpoint
  /** Whether it begins or ends what the pages know the person by, or sets what one begins it with. */
  readonly session: 'begins' | 'ends' | 'prepares'
  readonly then: string
}

/** A whole HTML document, or a part of one, and its status. */
export type PageDocument = { readonly status: number; readonly html: string }

/** A style sheet or a script of the pages. Its address holds its hash, so it never changes. */
export type PageAsset = {
  readonly path: string
  readonly type: string
  readonly text: string
}

/** Where to go from a page that shows nothing. */
export type WaysOut = {
  /** A page that has something to show. */
  readonly to?: Pick<Page, 'path' | 'title'> | undefined
  /** What the button that signs out says. */
  readonly signOut?: string | undefined
}

/** What every page falls back to, whichever it is. */
export type PageFallbacks = {
  /** The sign-in form, which then goes on to `next`; `problem` says why it is shown again. */
  signIn(next: string, problem?: string, username?: string): string
  /** The form that sets a password with `token`; `problem` says why it is shown again. */
  newPassword(token: string, problem?: string): string
  /** Why there is nothing else to see, and where to go from there. */
  problem(title: string, message: string, ways?: WaysOut): string
  /** The same within a page. */
  partProblem(message: string): string
}
