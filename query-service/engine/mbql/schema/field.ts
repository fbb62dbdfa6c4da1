import type { FieldRef, Reference } from '../ast/reference.ts'
import { readBinning } from './binning.ts'
import {
  type At,
  argumentAt,
  type Clause,
  checkArity,
  into,
  readClause,
  readInteger,
  readKeys,
  readName,
  readText,
  refuse,
  refuseClause,
} from './clause.ts'
import { readBucket } from './unit.ts'

const readBaseType = (value: unknown, at: At): string => {
  const baseType = readText(value, at)
  if (!/^type\/[A-Za-z*]{1,40}$/.test(baseType)) throw refuse(at, 'Expected a type, "type/…".')
  return baseType
}

/** The foreign key's own column: its id, and the join it comes from. */
const readSourceField = (value: unknown, joinAlias: unknown, at: At): FieldRef => ({
  kind: 'field',
  id: readInteger(value, at, 1),
  ...(joinAlias === undefined ? {} : { joinAlias: readName(joinAlias, at) }),
  path: at.path,
})

const readOptions = (value: unknown, at: At): Omit<FieldRef, 'kind' | 'id' | 'path'> => {
  if (value === null || value === undefined) return {}
  const options = readKeys(value, at)
  for (const key of ['strategy', 'num-bins', 'bin-width'])
    if (options.has(key)) throw refuse(at, 'How to bin a field is said in its option "binning".')
  const read = <T>(key: string, as: (value: unknown, at: At) => T): T | undefined =>
    options.has(key) ? as(options.get(key), at) : undefined
  const baseType = read('base-type', readBaseType)
  const unit = read('temporal-unit', readBucket)
  const binning = read('binning', (it) => readBinning(it, into(at, 'binning')))
  const joinAlias = read('join-alias', readName)
  const sourceField = read('source-field', (it) =>
    readSourceField(it, options.get('source-field-join-alias'), at),
  )
  return {
    ...(baseType === undefined ? {} : { baseType }),
    ...(unit === undefined ? {} : { unit }),
    ...(binning === undefined ? {} : { binning }),
    ...(joinAlias === undefined ? {} : { joinAlias }),
    ...(sourceField === undefined || joinAlias !== undefined ? {} : { sourceField }),
  }
}

/** A column behind a foreign key is known by its id: rights are looked up by it beforehand. */
const checkBehindKey = ({ sourceField }: Pick<FieldRef, 'sourceField'>, id: unknown, at: At) => {
  if (sourceField && typeof id === 'string')
    throw refuse(at, 'A field behind a foreign key is named by its id.')
}

const readField = (clause: Clause): FieldRef => {
  checkArity(clause, 1, 2)
  const [id, options] = clause.args
  const { path } = clause.at
  const rest = readOptions(options, argumentAt(clause.at, 1))
  if (typeof id !== 'string')
    return { kind: 'field', id: readInteger(id, argumentAt(clause.at, 0), 1), path, ...rest }
  if (rest.baseType === undefined)
    throw refuse(clause.at, 'A field named by a text needs the option "base-type".')
  checkBehindKey(rest, id, clause.at)
  return { kind: 'field', id: readText(id, argumentAt(clause.at, 0)), path, ...rest }
}

const readFieldId = (clause: Clause): FieldRef => {
  checkArity(clause, 1)
  const id = readInteger(clause.args[0], argumentAt(clause.at, 0), 1)
  return { kind: 'field', id, path: clause.at.path }
}

/** `["datetime-field", field, unit]`, in its oldest form `["datetime-field", field, "as", unit]`. */
const readDatetimeField = (clause: Clause): FieldRef => {
  checkArity(clause, 2, 3)
  const [field, ...words] = clause.args
  const unit = readBucket(words.at(-1), argumentAt(clause.at, words.length))
  return { ...readFieldRef(field, argumentAt(clause.at, 0)), unit }
}

const readFieldLiteral = (clause: Clause): FieldRef => {
  checkArity(clause, 2)
  const [name, baseType] = clause.args
  return {
    kind: 'field',
    id: readText(name, argumentAt(clause.at, 0)),
    baseType: readBaseType(baseType, argumentAt(clause.at, 1)),
    path: clause.at.path,
  }
}

/** `["fk->", foreign key, field]` */
const readForeign = (clause: Clause): FieldRef => {
  checkArity(clause, 2)
  const [key, field] = clause.args
  const sourceField = readFieldRef(key, argumentAt(clause.at, 0))
  const target = readFieldRef(field, argumentAt(clause.at, 1))
  checkBehindKey({ sourceField }, target.id, clause.at)
  return { ...target, sourceField, path: clause.at.path }
}

/** `["joined-field", alias, field]` */
const readJoined = (clause: Clause): FieldRef => {
  checkArity(clause, 2)
  const [alias, field] = clause.args
  const joinAlias = readName(alias, argumentAt(clause.at, 0))
  return { ...readFieldRef(field, argumentAt(clause.at, 1)), joinAlias }
}

/** `["binning-strategy", field, strategy, number?]` */
const readBinned = (clause: Clause): FieldRef => {
  checkArity(clause, 2, 4)
  const [field, name, number] = clause.args
  const at = argumentAt(clause.at, 1)
  const strategy = readText(name, at)
  const binning = readBinning({ strategy, [strategy]: number }, at)
  return { ...readFieldRef(field, argumentAt(clause.at, 0)), binning }
}

const forms: ReadonlyMap<string, (clause: Clause) => FieldRef> = new Map([
  ['field', readField],
  ['field-id', readFieldId],
  ['datetime-field', readDatetimeField],
  ['field-literal', readFieldLiteral],
  ['fk->', readForeign],
  ['joined-field', readJoined],
  ['binning-strategy', readBinned],
])

/** `["expression", name, options?]` */
const readExpressionRef = (clause: Clause): Reference => {
  checkArity(clause, 1, 2)
  const name = readName(clause.args[0], argumentAt(clause.at, 0))
  const { unit, binning } = readOptions(clause.args[1], argumentAt(clause.at, 1))
  return {
    kind: 'expression',
    name,
    ...(unit === undefined ? {} : { unit }),
    ...(binning === undefined ? {} : { binning }),
    path: clause.at.path,
  }
}

/** The reader of a clause that names a column or an expression, if it is one. */
export const referenceReader = (head: string): ((clause: Clause) => Reference) | undefined =>
  head === 'expression' ? readExpressionRef : forms.get(head)

/** A reference in any of its forms; a bare id is one too. @throws {Refusal} */
export const readReference = (value: unknown, at: At): Reference => {
  if (typeof value === 'number')
    return { kind: 'field', id: readInteger(value, at, 1), path: at.path }
  const clause = readClause(value, at, 'a field')
  const read = referenceReader(clause.head) ?? refuseClause(clause, 'a reference to a field')
  return read(clause)
}

/** The same for a column of a table, a query or a join. @throws {Refusal} */
export const readFieldRef = (value: unknown, at: At): FieldRef => {
  const reference = readReference(value, at)
  if (reference.kind === 'field') return reference
  throw refuse(at, 'Expected a field, not an expression.')
}
