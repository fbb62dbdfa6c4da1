import { isMap } from '../../../../shared/kernel/raw.ts'
import type { Join, JoinStrategy, Mbql } from '../ast.ts'
import { type At, into, readKeys, readList, readName, readWord, refuse, wordMap } from './clause.ts'
import { readFieldRef } from './field.ts'
import { readFilter } from './filter.ts'
import { readSource } from './source.ts'

const mostJoins = 50

const strategies = wordMap<JoinStrategy>(['left-join', 'inner-join', 'right-join', 'full-join'])

const readFields = (value: unknown, at: At): Join['fields'] => {
  if (value === 'all' || value === 'none') return value === 'all' ? value : []
  if (typeof value === 'string') throw refuse(at, 'Expected "all", "none" or a list of fields.')
  return readList(value, at, readFieldRef)
}

type ReadQuery = (value: unknown, at: At) => Mbql

const readJoin = (value: unknown, at: At, readQuery: ReadQuery): Join => {
  const keys = readKeys(value, at)
  const alias = keys.get('alias')
  return {
    source: readSource(keys, at, readQuery),
    strategy: readWord(
      keys.get('strategy') ?? 'left-join',
      into(at, 'strategy'),
      strategies,
      'a way to join',
    ),
    ...(alias === undefined ? {} : { alias: readName(alias, into(at, 'alias')) }),
    condition: readFilter(keys.get('condition'), into(at, 'condition')),
    fields: readFields(keys.get('fields'), into(at, 'fields')),
    path: at.path,
  }
}

/** @throws {Refusal} */
export const readJoins = (value: unknown, at: At, readQuery: ReadQuery): readonly Join[] => {
  const joins = isMap(value) ? [value] : (value ?? [])
  if (!Array.isArray(joins)) throw refuse(at, 'Expected a list of joins.')
  if (joins.length > mostJoins) throw refuse(at, `A query has ${mostJoins} joins at the most.`)
  return joins.map((join, index) => readJoin(join, into(at, index), readQuery))
}
