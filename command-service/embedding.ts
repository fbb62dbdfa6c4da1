import type { CardState } from '../shared/cards/card-state.ts'
import { canonicalJson } from '../shared/kernel/json.ts'
import { invalid, refuseUnless } from '../shared/kernel/refusal.ts'
import type { Executor } from './execute.ts'
import { settingDecider } from './setup/setting-decider.ts'
import { streams } from './streams.ts'

/** Whether other sites may show a thing, and what they may do with each of its parameters. */
export type Embedding = Pick<CardState, 'enableEmbedding' | 'embeddingParams'>

type Asked = {
  readonly enable_embedding?: boolean | null | undefined
  readonly embedding_params?: Embedding['embeddingParams'] | undefined
}

/**
 * Whether anything may be embedded: there is a key to sign with, and the setting does not say no.
 * @param hasKey the service was started with one
 */
export const isEmbeddingOn = async (executor: Executor, hasKey: boolean): Promise<boolean> => {
  if (!hasKey) return false
  const { state } = await executor.load(streams.settings, settingDecider)
  return state.values.get('enable-embedding') !== 'false'
}

/**
 * How a thing is to be embedded.
 * @param isOn asked only where something would change
 * @throws {Refusal} 403 for a change by anybody but an admin, 400 while embedding is off
 */
export const wantedEmbedding = async (
  now: Embedding,
  asked: Asked,
  isSuperuser: boolean,
  isOn: () => Promise<boolean>,
): Promise<Embedding> => {
  const enableEmbedding = asked.enable_embedding ?? now.enableEmbedding
  const { embedding_params: embeddingParams = now.embeddingParams } = asked
  const isSameRules = canonicalJson(embeddingParams) === canonicalJson(now.embeddingParams)
  const wanted = { enableEmbedding, embeddingParams }
  if (enableEmbedding === now.enableEmbedding && isSameRules) return wanted
  refuseUnless(isSuperuser, 'forbidden', 'Only an admin may say what is embedded.')
  const isOnlyEnding = !enableEmbedding && isSameRules
  if (!isOnlyEnding && !(await isOn()))
    throw invalid('enable_embedding', 'Embedding is switched off for this site.')
  return wanted
}
