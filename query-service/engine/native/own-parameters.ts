import type { Json } from '../../../shared/kernel/json.ts'
import { type GivenParameter, tagOf } from '../../../shared/sql/template/given.ts'
import type { Tags } from '../../../shared/sql/template/tags.ts'

/**
 * Values asked for, over the parameters a question has by itself: of a tag that is asked for, those
 * only say what is left unsaid.
 */
export const withAsked = (
  tags: Tags,
  own: readonly GivenParameter[],
  asked: readonly GivenParameter[],
): readonly GivenParameter[] => {
  const all = [...tags.values()]
  const aimed = asked.map((one) =>
    one.target === undefined
      ? { ...own.find(({ id }) => id !== undefined && id === one.id), ...one }
      : one,
  )
  const ownFor = new Map(own.map((one) => [tagOf(one, all), one]))
  const said = new Set(aimed.map((one) => tagOf(one, all)))
  const unsaid = own.filter((one) => {
    const tag = tagOf(one, all)
    return tag !== undefined && !said.has(tag)
  })
  const merged = aimed.map((one) => {
    const tag = tagOf(one, all)
    return tag ? { ...ownFor.get(tag), ...one } : one
  })
  return [...unsaid, ...merged]
}

/** The parameters of a saved native question: those in its query, and those declared beside it. */
export const ownParameters = (
  tags: Tags,
  inQuery: readonly GivenParameter[] | null | undefined,
  declared: readonly { readonly [key: string]: Json }[],
): readonly GivenParameter[] =>
  withAsked(tags, inQuery ?? [], declared as readonly GivenParameter[])
