import type { ActionContent } from '../events/action.ts'
import { canonicalJson, type Json } from '../kernel/json.ts'

export type Parameters = ActionContent['parameters']
export type Parameter = Parameters[number]

/** What a parameter aims at: `["variable", ["template-tag", name]]` */
export const tagAimedAt = ({ target }: Parameter): Json | undefined => {
  const [, tag] = Array.isArray(target) ? target : []
  return Array.isArray(tag) && tag[0] === 'template-tag' ? tag[1] : undefined
}

/** What callers know the parameter of a column or a tag by. */
export const idOfSlug = (parameters: Parameters, slug: string): string => {
  const id = parameters.find((parameter) => parameter.slug === slug)?.id
  return typeof id === 'string' ? id : slug
}

const partnerOf = (made: Parameter, said: Parameters): Parameter | undefined =>
  said.find(({ id }) => id === made.id) ?? said.find((one) => tagAimedAt(one) === made.slug)

/**
 * The parameters there are, with what their author says of them: how they are called and filled in,
 * not what they are for. What is said of others says nothing, and no two have one id.
 */
export const describedBy = (made: Parameters, said: Parameters): Parameters => {
  const ids = new Set(made.map(({ id }) => id))
  return made.map((parameter) => {
    const partner = partnerOf(parameter, said)
    const { slug = null, target = null, required = false } = parameter
    const { id = null } = partner && !ids.has(partner.id) ? partner : parameter
    return {
      ...parameter,
      ...partner,
      id,
      slug,
      target,
      required: required === true || partner?.required === true,
    }
  })
}

/**
 * What an author says of parameters that does not follow from what there is: clients send back all
 * that they have read, and that is to follow from what there is later, too.
 * @param made the parameters as they were when they were read, as they are now, or both
 */
export const saidBesides = (made: readonly Parameters[], said: Parameters): Parameters =>
  said.flatMap((one) => {
    const same = made.flatMap((all): Parameters => {
      const it = all.find((parameter) => partnerOf(parameter, said) === one)
      return it ? [it] : []
    })
    if (same.length === 0) return [one]
    const own = Object.entries(one).filter(([key, value]) =>
      same.every((it) => canonicalJson(it[key] ?? null) !== canonicalJson(value)),
    )
    if (own.length === 0) return []
    const { id = null, target = null } = one
    const isRenamed = own.some(([key]) => key === 'id')
    return [{ id, ...(isRenamed && { target }), ...Object.fromEntries(own) }]
  })
