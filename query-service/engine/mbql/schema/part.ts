import type { TemporalUnit } from '../../../../shared/sql/temporal-unit.ts'
import type { Expression } from '../ast/expression.ts'
import { argumentAt, type Clause, checkArity, readWord } from './clause.ts'
import { readExpression } from './expression.ts'
import { readTemporalUnit } from './unit.ts'

type ReadPart = (clause: Clause) => Expression

type Mode = 'iso' | 'us' | 'instance'
const modes: ReadonlyMap<string, Mode> = new Map([
  ['iso', 'iso'],
  ['us', 'us'],
  ['instance', 'instance'],
])

const readMode = (clause: Clause, index: number, usual: Mode): Mode => {
  const mode = clause.args[index]
  if (mode === undefined || mode === null) return usual
  return readWord(mode, argumentAt(clause.at, index), modes, 'a way to count weeks')
}

const bucket = (clause: Clause, unit: TemporalUnit, mode: Mode): Expression => ({
  kind: 'bucket',
  moment: readExpression(clause.args[0], argumentAt(clause.at, 0)),
  unit,
  ...(mode === 'instance' ? {} : { mode }),
  path: clause.at.path,
})

const part =
  (unit: TemporalUnit): ReadPart =>
  (clause) => {
    checkArity(clause, 1)
    return bucket(clause, unit, 'instance')
  }

const dayOfWeek: ReadPart = (clause) => {
  checkArity(clause, 1, 2)
  return bucket(clause, 'day-of-week', readMode(clause, 1, 'instance'))
}

const week: ReadPart = (clause) => {
  checkArity(clause, 1, 2)
  return bucket(clause, `week-of-year-${readMode(clause, 1, 'iso')}`, 'instance')
}

const extract: ReadPart = (clause) => {
  checkArity(clause, 2, 3)
  const unit = readTemporalUnit(clause.args[1], argumentAt(clause.at, 1))
  const mode = readMode(clause, 2, 'instance')
  return bucket(clause, unit, unit === 'day-of-week' ? mode : 'instance')
}

/** Clauses that look into a moment. */
export const partReaders: ReadonlyMap<string, ReadPart> = new Map<string, ReadPart>([
  ['temporal-extract', extract],
  ['get-year', part('year-of-era')],
  ['get-quarter', part('quarter-of-year')],
  ['get-month', part('month-of-year')],
  ['get-week', week],
  ['get-day', part('day-of-month')],
  ['get-day-of-week', dayOfWeek],
  ['get-hour', part('hour-of-day')],
  ['get-minute', part('minute-of-hour')],
  ['get-second', part('second-of-minute')],
])
