import type { CardState } from '../shared/cards/card-state.ts'
import { canonicalJson } from '../shared/kernel/json.ts'
import { invalid, refuseUnless } from '../shared/kernel/refusal.ts'
import type { Executor } from './execute.ts'
import { loadSettings, type SettingDependencies } from './settings.ts'

/** Whether other sites may show a thing, and what they may do with each of its parameters. */
export type Embedding = Pick<CardState, 'enableEmbedding' | 'embeddingParams'>

type Asked = {
  readonly enable_embedding?: boolean | null | undefined
  readonly embedding_params?: Embedding['embeddingParams'] | undefined
}

/** Whether anything may be embedded: there is a key to sign with, and the setting does not say no. */
export const isEmbeddingOn = async (
  dependencies: SettingDependencies,
  executor: Executor,
): Promise<boolean> => {
  const settings = await loadSettings(dependencies, executor)
  return settings.get('enable-embedding') && settings.has('embedding-secret-key')
}

const offText =
  'Embedding is off for this site: it takes the settings enable-embedding and embedding-secret-key.'

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
  if (!isOnlyEnding && !(await isOn())) throw invalid('enable_embedding', offText)
  return wanted
}
