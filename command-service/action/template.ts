import { maskedHeaders, openedHeaders, secretsIn } from '../../shared/actions/secret-headers.ts'
import type { HttpTemplateBody } from '../../shared/contract/action-template.ts'
import { secretMask } from '../../shared/contract/engine-details.ts'
import type { HttpTemplate } from '../../shared/events/action.ts'
import { httpTemplateProblems } from '../../shared/http-call/template.ts'
import { invalid, Refusal } from '../../shared/kernel/refusal.ts'
import type { Vault } from '../../shared/ports/vault.ts'

type Headers = Readonly<Record<string, string>>

/** What the vault keeps of the headers of a call, by their names in lower case. */
const openedSecrets = async (
  vault: Pick<Vault, 'open'>,
  secretRef: string | null,
): Promise<Headers> => {
  const kept = secretRef === null ? undefined : await vault.open(secretRef)
  return kept === undefined ? {} : JSON.parse(kept)
}

/** A call with what is behind its masks. */
export const openedTemplate = async (
  vault: Pick<Vault, 'open'>,
  template: HttpTemplate,
): Promise<HttpTemplate> => {
  const secrets = await openedSecrets(vault, template.secretRef)
  const headers = openedHeaders(template.headers, secrets)
  if (!Object.values(headers).includes(secretMask)) return { ...template, headers }
  throw new Refusal('action-failed', 'Secret headers of this action are lost: set them again.')
}

/** Tags stand behind the host, so this is the whole of where a call goes. */
const originOf = (url: string): string => {
  const [, origin = url] = /^([a-z]+:\/\/[^/?#[{]*)/i.exec(url) ?? []
  return origin.toLowerCase()
}

/**
 * The headers with what masks in them stand for: what was kept, for the same place alone.
 * @throws {Refusal} 400 for a mask that stands for nothing, or would be told to somebody else
 */
const unmasked = async (
  vault: Pick<Vault, 'open'>,
  { url, headers }: HttpTemplateBody,
  was: HttpTemplate | undefined,
): Promise<Headers> => {
  const given = headers ?? {}
  const masked = Object.keys(given).filter((name) => given[name] === secretMask)
  if (masked.length === 0) return given
  const isSamePlace = was !== undefined && originOf(was.url) === originOf(url)
  const secrets = isSamePlace ? await openedSecrets(vault, was.secretRef) : {}
  const unknown = masked.find((name) => secrets[name.toLowerCase()] === undefined)
  if (unknown !== undefined)
    throw invalid(
      'template.headers',
      `The value of ${JSON.stringify(unknown)} is needed: none is kept for this host.`,
    )
  return openedHeaders(given, secrets)
}

/**
 * A call as it is kept: values of secret headers in the vault, and masks in their place.
 * @throws {Refusal} 400 naming each part that cannot be kept
 */
export const keptTemplate = async (
  vault: Vault,
  body: HttpTemplateBody,
  was: HttpTemplate | undefined,
): Promise<HttpTemplate> => {
  const { method, url, body: text = null } = body
  const headers = await unmasked(vault, body, was)
  const problems = Object.entries(httpTemplateProblems({ method, url, headers, body: text }))
  if (problems.length > 0)
    throw new Refusal('validation', 'This call cannot be made.', {
      errors: Object.fromEntries(problems.map(([part, why]) => [`template.${part}`, why])),
    })
  const secrets = JSON.stringify(secretsIn(headers))
  const isKept = was && secrets === JSON.stringify(await openedSecrets(vault, was.secretRef))
  const put = async () => (secrets === '{}' ? null : vault.put('action', secrets))
  return {
    method,
    url,
    headers: maskedHeaders(headers),
    body: text,
    secretRef: isKept ? was.secretRef : await put(),
  }
}
