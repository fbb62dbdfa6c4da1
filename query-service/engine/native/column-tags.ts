import { forTag } from '../../../shared/sql/template/problems.ts'
import { displayNameOf, type Tag } from '../../../shared/sql/template/tags.ts'
import type { Chosen } from '../../../shared/sql/template/value.ts'
import { parameterFilter } from '../mbql/parameters/condition.ts'
import { resolveFilter } from '../mbql/resolve/condition.ts'
import { resolveReference } from '../mbql/resolve/scope.ts'
import type { Session } from '../mbql/resolve/session.ts'
import { bucketed } from '../mbql/resolve/term.ts'
import type { NativePart } from '../mbql/resolved.ts'
import { start } from '../mbql/schema/clause.ts'
import { readReference } from '../mbql/schema/field.ts'
import { readBucket } from '../mbql/schema/unit.ts'
import type { Condition } from '../mbql/term.ts'
import { openColumn } from './tagged-column.ts'

const at = start('parameters')

/** No widget is a widget that lets anything be chosen. */
const widgetOf = ({ widget }: Tag): string | undefined => (widget === 'none' ? undefined : widget)

/**
 * A field filter: all that its parameters ask of its column; nothing to ask holds for every row.
 * @throws {QueryProblem} for a column that is not there
 * @throws {Refusal} 400 for a value that does not fit it
 */
export const filterPart = (tag: Tag, chosen: readonly Chosen[], session: Session): NativePart => {
  const { column, scope, reference } = openColumn(tag, session)
  const conditions = chosen.map(
    ({ parameter, value }): Condition =>
      forTag(displayNameOf(tag), () => {
        const type = parameter.type ?? widgetOf(tag)
        const options = parameter.options ?? tag.options
        const filter = parameterFilter({ type, options }, reference, value, at)
        return resolveFilter(filter, scope)
      }),
  )
  const [only] = conditions
  if (!only) return { kind: 'condition', condition: { kind: 'constant', holds: true } }
  const condition: Condition = conditions.length === 1 ? only : { kind: 'and', conditions }
  return { kind: 'condition', condition, column }
}

/** The column by the unit that was chosen, or as it is. @throws {QueryProblem | Refusal} as above */
export const unitPart = (tag: Tag, unit: unknown, session: Session): NativePart => {
  const { column, scope, reference } = openColumn(tag, session)
  const term = forTag(displayNameOf(tag), () => {
    const plain = resolveReference(readReference(reference, at), scope)
    const [first] = Array.isArray(unit) ? unit : [unit]
    return first === undefined ? plain : bucketed(plain, readBucket(first, at), at.path)
  })
  return { kind: 'term', term, column }
}
