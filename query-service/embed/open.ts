import type { EmbeddingPayload } from '../../shared/contract/embedding-token.ts'
import { type Admitted, admit, type Embeddable } from '../../shared/embedding/gate.ts'
import type { AddressValues } from '../../shared/embedding/values.ts'
import { found, Refusal, refuseUnless } from '../../shared/kernel/refusal.ts'
import type { EmbeddingTokens } from '../../shared/ports/embedding-tokens.ts'
import { isArchived } from '../archived.ts'
import { type SavedCard, savedCards } from '../cards.ts'
import type { Views } from '../context.ts'
import { type SavedDashboard, savedDashboards } from '../dashboards.ts'

export type OpenDependencies = { readonly embeddingTokens: EmbeddingTokens }

/** What comes in with an address below `/api/embed` or `/embed`. */
export type EmbedRequest = { readonly token: string; readonly address: AddressValues }

/** A thing that may be shown now, and what may be shown of it. */
export type Opened<T> = { readonly thing: T; readonly admitted: Admitted }

const disabled = (message: string) => new Refusal('embedding-disabled', message)

type Kind = keyof EmbeddingPayload['resource']

/** @throws {Refusal} */
const readToken = async ({ embeddingTokens }: OpenDependencies, token: string, kind: Kind) => {
  const { resource, params } = await embeddingTokens.read(token)
  const { [kind]: id } = resource
  const message = `The token is not for a ${kind}.`
  refuseUnless(id, 'validation', message, { errors: { token: message } })
  return { id, params }
}

/** @throws {Refusal} 404 for what is not there any more, 403 for what is not embedded any more */
const refuseUnlessEmbedded = (isAway: boolean, isEmbedded: boolean, what: string): void => {
  if (isAway) throw new Refusal('not-found', `This ${what} is archived.`)
  if (!isEmbedded) throw disabled(`This ${what} is not embedded.`)
}

/**
 * The only way in to what is embedded: whatever is asked of it, its description, a result, a file, or
 * values of a parameter, goes through here first (decisions E2 and E3). Nothing is remembered from one
 * request to the next.
 * @throws {Refusal} 400, 401, 403 or 404
 */
export const openEmbed = {
  question: async (
    dependencies: OpenDependencies,
    views: Views,
    { token, address }: EmbedRequest,
  ): Promise<Opened<SavedCard>> => {
    const { id, params } = await readToken(dependencies, token, 'question')
    const row = await savedCards(views).where('cards.id', '=', id).executeTakeFirst()
    const thing = found(row, 'Question')
    refuseUnlessEmbedded(isArchived(thing), thing.enable_embedding, 'question')
    return { thing, admitted: admit(thing satisfies Embeddable, params, address) }
  },

  dashboard: async (
    dependencies: OpenDependencies,
    views: Views,
    { token, address }: EmbedRequest,
  ): Promise<Opened<SavedDashboard>> => {
    const { id, params } = await readToken(dependencies, token, 'dashboard')
    const row = await savedDashboards(views).where('dashboards.id', '=', id).executeTakeFirst()
    const thing = found(row, 'Dashboard')
    refuseUnlessEmbedded(isArchived(thing), thing.enable_embedding, 'dashboard')
    return { thing, admitted: admit(thing satisfies Embeddable, params, address) }
  },
}
