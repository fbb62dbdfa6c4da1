import type { Resolved, Slice } from '../resolved.ts'
import type { Condition } from '../term.ts'
import { told } from './clock.ts'
import { collect, columnsIn } from './collect.ts'
import type { Context, Run } from './context.ts'
import type { Expression, Stage } from './expression.ts'
import { groupStages } from './group.ts'
import { joinStages } from './join.ts'
import { keysOf } from './keys.ts'
import { matching } from './match.ts'
import { type Place, pathOf } from './place.ts'
import type { Rows } from './rows.ts'
import { type OpenSource, openSource, type Pipeline } from './source.ts'
import { lowerTerm } from './term.ts'
import { windowStages } from './window.ts'

/** What is asked of the query's own rows can be asked before others are joined to them. */
const conditionsOf = ({ condition, joins, alias }: Resolved) => {
  const parts = condition?.kind === 'and' ? condition.conditions : condition ? [condition] : []
  const isOwn = (one: Condition): boolean =>
    joins.length === 0 || columnsIn(one).every(({ relation }) => relation === alias)
  return { before: parts.filter(isOwn), after: parts.filter((one) => !isOwn(one)) }
}

const matchStages = (conditions: readonly Condition[], context: Context): readonly Stage[] => {
  const [only] = conditions
  if (!only) return []
  const whole: Condition = conditions.length > 1 ? { kind: 'and', conditions } : only
  return [{ $match: matching(whole, context) }]
}

const from = (query: Resolved, run: Run): Rows => {
  const places = new Map<string, (name: string) => Place>()
  const context: Context = {
    ...run,
    weekStart: query.weekStart,
    find: ({ relation, name }) => {
      const place = places.get(relation)
      if (!place) throw new Error(`There is no relation ${relation} in this query.`)
      return place(name)
    },
  }
  const open = (source: Resolved['source']): OpenSource => openSource(source, run, nestedPipeline)
  const root = open(query.source)
  places.set(query.alias, (name) => root.place(name))
  const { before, after } = conditionsOf(query)
  const joins = query.joins.flatMap((join, index) => {
    const key = `__join${index + 1}`
    const joined = open(join.source)
    const stages = joinStages(join, joined, key, context)
    places.set(join.alias, (name) => joined.place(name, key))
    return stages
  })
  const match = (conditions: readonly Condition[]) => matchStages(conditions, context)
  return {
    collection: root.collection,
    stages: [...root.stages, ...match(before), ...joins, ...match(after)],
    context,
  }
}

/** Orders by what documents hold; what they do not hold is put into them before. */
const orderStages = ({ orders }: Resolved, context: Context): readonly Stage[] => {
  const computed: Stage = {}
  const keys: Stage = {}
  for (const [place, { by, direction }] of orders.entries()) {
    const expression = lowerTerm(by, context)
    const path = pathOf(expression)
    const key = path ?? `__order${place + 1}`
    if (path === undefined) computed[key] = expression
    keys[key] = direction === 'asc' ? 1 : -1
  }
  return [...(Object.keys(computed).length > 0 ? [{ $set: computed }] : []), { $sort: keys }]
}

/** A limit of 0 is none the server takes. */
const sliceStages = ({ limit, offset }: Slice): readonly Stage[] => [
  ...(offset ? [{ $skip: offset }] : []),
  ...(limit === undefined ? [] : [limit === 0 ? { $match: { $expr: false } } : { $limit: limit }]),
]

/** Inside another query only an order that decides which rows there are means anything. */
const isOrdered = ({ orders }: Resolved, { limit, offset }: Slice, isNested: boolean): boolean =>
  orders.length > 0 && (!isNested || limit !== undefined || offset !== undefined)

const project = (query: Resolved, context: Context, isNested: boolean): readonly Stage[] => {
  if (!query.columns) return []
  const keys = keysOf(query.columns)
  const members = query.selection.map((term, place): [string, Expression] => {
    const value = lowerTerm(term, context)
    return [keys[place] ?? '', isNested ? value : told(value, term, context)]
  })
  return [
    { $project: { ...(keys.includes('_id') ? {} : { _id: 0 }), ...Object.fromEntries(members) } },
  ]
}

const isGrouped = ({ breakouts, selection }: Resolved): boolean =>
  breakouts.length > 0 || collect(selection, 'aggregate').length > 0

const select = (query: Resolved, run: Run, slice: Slice, isNested: boolean): Pipeline => {
  const rows = from(query, run)
  const made = isGrouped(query) ? groupStages(query, rows) : windowStages(query, rows)
  return {
    collection: rows.collection,
    stages: [
      ...made.stages,
      ...(isOrdered(query, slice, isNested) ? orderStages(query, made.context) : []),
      ...sliceStages(slice),
      ...project(query, made.context, isNested),
    ],
  }
}

const nestedPipeline = (query: Resolved, run: Run): Pipeline =>
  select(query, run, query.slice, true)

/**
 * `Resolved` → stages. `slice` is that of the whole answer.
 * @throws {QueryProblem} `unsupported-feature` for what the engine does not have.
 */
export const buildPipeline = (query: Resolved, run: Run, slice: Slice): Pipeline =>
  select(query, run, slice, false)
