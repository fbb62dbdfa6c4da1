/** As much of the package as tests use; it brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export type Configuration = {
    readonly [option: string]: unknown
    findAccount(context: unknown, accountId: string): unknown
    loadExistingGrant(context: {
      readonly oidc: {
        readonly provider: Provider
        readonly client?: { readonly clientId: string }
        readonly session?: { readonly accountId: string }
      }
    }): Promise<unknown>
  }

  type Grant = { addOIDCScope(scope: string): void; save(): Promise<unknown> }

  export class Provider {
    constructor(issuer: string, configuration: Configuration)
    readonly Grant: new (of: {
      clientId: string
      accountId: string
    }) => Grant
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{ readonly params: Readonly<Record<string, unknown>> }>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { readonly login: { readonly accountId: string } },
    ): Promise<void>
  }
}
