import type { ActionContent } from '../events/action.ts'
import type { Json } from '../kernel/json.ts'

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
 * not what they are for. What is said of others says nothing.
 */
export const describedBy = (made: Parameters, said: Parameters): Parameters =>
  made.map((parameter) => {
    const partner = partnerOf(parameter, said)
    const { slug = null, target = null, required = false } = parameter
    return {
      ...parameter,
      ...partner,
      slug,
      target,
      required: required === true || partner?.required === true,
    }
  })
