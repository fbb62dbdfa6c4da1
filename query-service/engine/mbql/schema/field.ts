import { isExtraction, isTruncation } from '../../../../shared/sql/temporal-unit.ts'
import type { Argument, Bucket, FieldRef, Literal } from '../ast.ts'
import {
  type At,
  argumentAt,
  type Clause,
  checkArity,
  isClause,
  type Keys,
  quoted,
  readClause,
  readInteger,
  readKeys,
  readText,
  refuse,
  refuseClause,
  spendValues,
  token,
} from './clause.ts'

const planned: ReadonlySet<string> = new Set([
  'expression',
  'fk->',
  'joined-field',
  'binning-strategy',
  'aggregation',
  'metric',
])

const plannedOptions = ['join-alias', 'source-field', 'binning'] as const

const readUnit = (value: unknown, at: At): Bucket => {
  const unit = token(readText(value, at))
  if (unit === 'default' || isTruncation(unit) || isExtraction(unit)) return unit
  throw refuse(at, `${quoted(unit)} is not a temporal unit.`)
}

const readBaseType = (value: unknown, at: At): string => {
  const baseType = readText(value, at)
  if (!/^type\/[A-Za-z*]{1,40}$/.test(baseType)) throw refuse(at, 'Expected a type, "type/…".')
  return baseType
}

const readOptions = (value: unknown, at: At): Pick<FieldRef, 'baseType' | 'unit'> => {
  if (value === null || value === undefined) return {}
  const options: Keys = readKeys(value, at)
  for (const option of plannedOptions)
    if (options.has(option)) throw refuse(at, `The option "${option}" is not supported yet.`)
  const baseType = options.get('base-type')
  const unit = options.get('temporal-unit')
  return {
    ...(baseType === undefined ? {} : { baseType: readBaseType(baseType, at) }),
    ...(unit === undefined ? {} : { unit: readUnit(unit, at) }),
  }
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
  return { kind: 'field', id: readText(id, argumentAt(clause.at, 0)), path, ...rest }
}

/** `["datetime-field", field, unit]`, in its oldest form `["datetime-field", field, "as", unit]`. */
const readDatetimeField = (clause: Clause): FieldRef => {
  checkArity(clause, 2, 3)
  const [field, ...words] = clause.args
  const unit = readUnit(words.at(-1), argumentAt(clause.at, words.length))
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

const forms: ReadonlyMap<string, (clause: Clause) => FieldRef> = new Map([
  ['field', readField],
  [
    'field-id',
    (clause) => {
      checkArity(clause, 1)
      const id = readInteger(clause.args[0], argumentAt(clause.at, 0), 1)
      return { kind: 'field', id, path: clause.at.path }
    },
  ],
  ['datetime-field', readDatetimeField],
  ['field-literal', readFieldLiteral],
])

/** A reference in any of its forms; a bare id is one too. @throws {Refusal} */
export const readFieldRef = (value: unknown, at: At): FieldRef => {
  if (typeof value === 'number')
    return { kind: 'field', id: readInteger(value, at, 1), path: at.path }
  const clause = readClause(value, at, 'a field')
  const read = forms.get(clause.head) ?? refuseClause(clause, 'a reference to a field', planned)
  return read(clause)
}

const plannedArguments: ReadonlySet<string> = new Set([
  ...planned,
  'relative-datetime',
  'absolute-datetime',
  'datetime-add',
  'datetime-subtract',
  'interval',
  'now',
  'time',
  '+',
  '-',
  '*',
  '/',
])

/** @throws {Refusal} unless `value` is a text, a finite number, a boolean or null. */
export const readLiteral = (value: unknown, at: At): Literal => {
  spendValues(at, 1)
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (typeof value === 'string') return readText(value, at)
  throw refuse(at, 'Expected a text, a number, true, false or null.')
}

/** The right-hand side of a comparison: a literal or another field. @throws {Refusal} */
export const readArgument = (value: unknown, at: At): Argument => {
  if (!isClause(value)) return { kind: 'literal', value: readLiteral(value, at) }
  const clause = readClause(value, at, 'a value')
  if (clause.head === 'value') {
    checkArity(clause, 1, 2)
    return { kind: 'literal', value: readLiteral(clause.args[0], argumentAt(at, 0)) }
  }
  const read = forms.get(clause.head) ?? refuseClause(clause, 'a value', plannedArguments)
  return read(clause)
}
