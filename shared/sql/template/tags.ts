import { type TemplateTag, templateTag } from '../../contract/template-tag.ts'
import { isMap, keysOf } from '../../kernel/raw.ts'
import { invalid } from '../../kernel/refusal.ts'

const tagOf = (name: string, tag: TemplateTag) => ({
  /** As it stands between the braces. */
  name,
  id: tag.id,
  displayName: tag['display-name'],
  type: tag.type,
  default: tag.default,
  required: tag.required,
  dimension: tag.dimension,
  widget: tag['widget-type'],
  alias: tag.alias?.trim() === '' ? undefined : tag.alias,
  options: tag.options,
  snippetId: tag['snippet-id'],
  snippetName: tag['snippet-name'],
  cardId: tag['card-id'],
})

export type Tag = Readonly<ReturnType<typeof tagOf>>

/** By name. */
export type Tags = ReadonlyMap<string, Tag>

export const displayNameOf = ({ name, displayName }: Tag): string => displayName?.trim() || name

const readTag = (name: string, value: unknown, path: string): Tag => {
  const keys = keysOf(value, path)
  const parsed = templateTag.safeParse(Object.fromEntries(keys))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw invalid(path, `${issue?.path.join('.') || 'The tag'}: ${issue?.message ?? 'is wrong'}.`)
  }
  if ((parsed.data.name ?? name) !== name)
    throw invalid(path, `The tag ${JSON.stringify(name)} must have its key as its name.`)
  return tagOf(name, parsed.data)
}

/** Definitions by the names of their tags. @throws {Refusal} 400 */
export const readTags = (value: unknown, path: string): Tags => {
  if (value === undefined || value === null) return new Map()
  if (!isMap(value)) throw invalid(path, 'Template tags are an object, from name to tag.')
  return new Map(
    Object.entries(value).map(([name, tag]) => [name, readTag(name, tag, `${path}.${name}`)]),
  )
}

const cardName = /^#(\d{1,10})(?:-.*)?$/
const snippetName = /^snippet:(.*)$/s

/**
 * The tag of this name. Saved questions and snippets say by their names which they are; nothing is
 * known of any other that has no definition.
 */
export const tagNamed = (name: string, tags: Tags): Tag | undefined => {
  const known = tags.get(name)
  const card = Number(cardName.exec(name)?.[1] ?? 0)
  const snippet = snippetName.exec(name)?.[1]?.trim()
  if (card > 0) return { ...(known ?? unsaid(name)), type: 'card', cardId: known?.cardId ?? card }
  if (snippet !== undefined)
    return {
      ...(known ?? unsaid(name)),
      type: 'snippet',
      snippetName: known?.snippetName ?? snippet,
    }
  return known
}

const unsaid = (name: string): Tag => tagOf(name, templateTag.parse({}))
