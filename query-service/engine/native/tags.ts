import { z } from 'zod'
import { type At, into, isMap, readKeys, refuse } from '../mbql/schema/clause.ts'

export const tagTypes = [
  'text',
  'number',
  'date',
  'boolean',
  'dimension',
  'snippet',
  'card',
  'temporal-unit',
] as const
export type TagType = (typeof tagTypes)[number]

/** What its author said a `{{tag}}` is; keys come as tokens, nulls left out. */
const definition = z
  .object({
    id: z.string().optional(),
    name: z.string().optional(),
    'display-name': z.string().optional(),
    type: z.enum(tagTypes).default('text'),
    default: z.json().optional(),
    required: z.boolean().default(false),
    dimension: z.json().optional(),
    'widget-type': z.string().optional(),
    alias: z.string().optional(),
    options: z.record(z.string(), z.json()).optional(),
    'snippet-id': z.int().positive().optional(),
    'snippet-name': z.string().optional(),
    'card-id': z.int().positive().optional(),
  })
  .transform((tag) => ({
    id: tag.id,
    displayName: tag['display-name'],
    type: tag.type,
    default: tag.default,
    required: tag.required,
    /** A reference to the column of a field filter or a temporal unit. */
    dimension: tag.dimension,
    /** The type of a field filter's values. */
    widget: tag['widget-type'],
    /** What the column is called in the SQL, where that is not its own name. */
    alias: tag.alias?.trim() === '' ? undefined : tag.alias,
    options: tag.options,
    snippetId: tag['snippet-id'],
    snippetName: tag['snippet-name'],
    cardId: tag['card-id'],
  }))

export type Tag = z.infer<typeof definition> & {
  /** As it stands between the braces. */
  readonly name: string
}

/** By name. */
export type Tags = ReadonlyMap<string, Tag>

export const displayNameOf = ({ name, displayName }: Tag): string => displayName?.trim() || name

const readTag = (name: string, value: unknown, at: At): Tag => {
  const parsed = definition.safeParse(Object.fromEntries(readKeys(value, at)))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw refuse(at, `${issue?.path.join('.') || 'The tag'}: ${issue?.message ?? 'is wrong'}.`)
  }
  const own = readKeys(value, at).get('name')
  if (own !== undefined && own !== name)
    throw refuse(at, `The tag ${JSON.stringify(name)} must have its key as its name.`)
  return { ...parsed.data, name }
}

/** Definitions by the names of their tags. @throws {Refusal} 400 */
export const readTags = (value: unknown, at: At): Tags => {
  if (value === undefined || value === null) return new Map()
  if (!isMap(value)) throw refuse(at, 'Template tags are an object, from name to tag.')
  return new Map(
    Object.entries(value).map(([name, tag]) => [name, readTag(name, tag, into(at, name))]),
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

const unsaid = (name: string): Tag => ({ ...definition.parse({}), name })
