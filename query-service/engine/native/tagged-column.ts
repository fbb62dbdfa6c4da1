import { Refusal } from '../../../shared/kernel/refusal.ts'
import { foreignName } from '../../../shared/sql/fragment.ts'
import { invalidTemplate } from '../../../shared/sql/template/problems.ts'
import { displayNameOf, type Tag } from '../../../shared/sql/template/tags.ts'
import { tableRelation } from '../mbql/resolve/relation.ts'
import { openScope, type Scope } from '../mbql/resolve/scope.ts'
import type { Session } from '../mbql/resolve/session.ts'
import type { TaggedColumn } from '../mbql/resolved.ts'
import { start } from '../mbql/schema/clause.ts'
import { readReference } from '../mbql/schema/field.ts'

/** The id of the field a tag is about; undefined where it names none. */
export const fieldIdOf = ({ dimension }: Tag): number | undefined => {
  try {
    const reference = readReference(dimension, start('dimension'))
    return reference.kind === 'field' && typeof reference.id === 'number' ? reference.id : undefined
  } catch (refusal) {
    if (refusal instanceof Refusal) return undefined
    throw refusal
  }
}

/** A column of a table that the SQL around the tag is to have in its FROM. */
export type OpenColumn = {
  readonly column: TaggedColumn
  /** It alone can be seen here. */
  readonly scope: Scope
  /** `["field", id, null]` */
  readonly reference: readonly unknown[]
}

/** @throws {QueryProblem} `invalid-query` for a field that is not in this database. */
export const openColumn = (tag: Tag, session: Session): OpenColumn => {
  const name = JSON.stringify(displayNameOf(tag))
  const { catalogue } = session
  const id = fieldIdOf(tag)
  const field = id === undefined ? undefined : catalogue.field(id)
  const table = field && catalogue.table(field.table_id)
  if (!field?.active || !table?.active || table.db_id !== catalogue.database.id)
    throw invalidTemplate(`The tag ${name} is about no field of this database.`)
  if (tag.alias !== undefined && !foreignName(tag.alias))
    throw invalidTemplate(`The alias of the tag ${name} is not the name of a column.`)
  const relation = tableRelation([field], table.name)
  return {
    column: {
      table,
      name: field.name,
      ...(tag.alias === undefined ? {} : { alias: tag.alias }),
    },
    scope: openScope(session, relation, [], (wish) => wish),
    reference: ['field', field.id, null],
  }
}
