import type { AnyEndpoint } from '../../../shared/contract/endpoint.ts'
import type { Caller } from '../caller.ts'
import type { TestService } from '../service.ts'

/** What examples may name: a service with an admin, a person and the sample database. */
export type World = {
  readonly app: TestService
  readonly admin: Caller
  /** Not 1 where two processes began at once and both drew an id for the first admin. */
  readonly adminId: number
  /** An ordinary user. */
  readonly person: Caller
  readonly personId: number
  readonly databaseId: number
  /** `orders` of the sample database, and its primary key. */
  readonly tableId: number
  readonly fieldId: number
  /** A question the admin saved in the root, which everybody may read and write. */
  readonly cardId: number
  readonly snippetId: number
  /** A key of the admin’s. */
  readonly apiKeyId: number
  /** A dashboard of the admin's in the root, and a card on it that shows the question. */
  readonly dashboard: { readonly id: number; readonly dashcardId: number }
  /** An action on another database, with its link, and its button on a dashboard. */
  readonly action: {
    readonly id: number
    readonly databaseId: number
    readonly uuid: string
    readonly dashboardId: number
    readonly dashcardId: number
  }
  /** The admin's, of that dashboard. */
  readonly subscriptionId: number
  /** Links to a question and to a dashboard that shows it, each with a parameter `which`. */
  readonly shared: {
    readonly card: string
    readonly dashboard: string
    readonly dashboardId: number
    readonly dashcardId: number
    readonly cardId: number
  }
  /** A question and a dashboard that shows it, embedded, each with a parameter `which`. */
  readonly embedded: {
    readonly cardId: number
    readonly dashboardId: number
    readonly dashcardId: number
  }
  /** A user nobody else works with. */
  newUser(): Promise<{ readonly id: number; readonly email: string; readonly password: string }>
  /** A connected database nobody else works with. */
  newDatabase(): Promise<number>
}

/** One call of an endpoint that a world makes succeed when an admin makes it. */
export type Example = {
  /** Values of the path's parameters. */
  readonly params?: (world: World) => Promise<Params> | Params
  readonly query?: string | ((world: World) => string)
  readonly body?: (world: World) => unknown
  /** A session of its own, where the call ends it. */
  readonly token?: (world: World) => Promise<string>
  /** 200 unless the endpoint answers nothing, or cannot succeed in this world. */
  readonly status?: number
}

type Params = Readonly<Record<string, string | number>>

export type Examples = readonly (readonly [AnyEndpoint, Example])[]
