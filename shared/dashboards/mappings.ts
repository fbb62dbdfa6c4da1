import type { Dashcard } from '../events/dashboard.ts'
import type { Json } from '../kernel/json.ts'

type Mappings = readonly Dashcard['parameterMappings'][number][]

/** What a filter of a dashboard can be mapped to: a column, a tag of SQL, or one of a text. */
const targetKinds = ['dimension', 'variable', 'text-tag'] as const
export type TargetKind = (typeof targetKinds)[number]

/** What the target of a mapping is; undefined for what is none. */
export const targetKindOf = (target: unknown): TargetKind | undefined =>
  Array.isArray(target) ? targetKinds.find((kind) => kind === target[0]) : undefined

/** The saved questions on a card of a dashboard: its own, and those drawn into the same picture. */
export const questionsOn = ({
  cardId,
  series,
}: Pick<Dashcard, 'cardId'> & { readonly series: readonly number[] }): readonly number[] =>
  cardId === null ? series : [cardId, ...series]

/** A column or tag of a question on a dashboard, and the filter that is mapped to it. */
export type MappedTarget = { readonly parameterId: Json | undefined; readonly target: Json }

/**
 * What the mappings of a card on a dashboard come to for one question on it: one that names no
 * question is about all of them. Rights are checked by this when a dashboard is saved, and values are
 * put in by it when a question runs.
 */
export const mappedTargets = (mappings: Mappings, cardId: number): readonly MappedTarget[] =>
  mappings.flatMap(({ parameter_id: parameterId, card_id: about, target }) => {
    const kind = targetKindOf(target)
    const isHere = (about ?? cardId) === cardId
    if (target === undefined || kind === undefined || kind === 'text-tag' || !isHere) return []
    return [{ parameterId, target }]
  })
