import type {
  CellRecord,
  FactRecord,
  PathRecord,
} from '../../shared/contract/permission-history-records.ts'

/** `2026-05-03 09:12:44`, in UTC. */
export const timeText = (at: string): string => at.slice(0, 19).replace('T', ' ')

/** Who, and in which revision what for. */
export const factText = (fact: FactRecord | null): string => {
  if (!fact) return ''
  const { at, actor, revision, comment } = fact
  const where = revision === null ? timeText(at) : `revision ${revision}`
  return `${where} by ${actor.name}${comment === null ? '' : `: ${comment}`}`
}

/** Where a cell is: `Shop / public / orders`, `Shop (SQL)`. */
export const placeText = ({ database, right, schema, table }: CellRecord): string =>
  right === 'native'
    ? `${database} (SQL)`
    : [
        database,
        ...(schema === undefined ? [] : [schema || '(no schema)']),
        ...(table ? [table] : []),
      ].join(' / ')

export const levelText = (level: string | null): string => level ?? '–'

export const changeText = ({ from, to }: CellRecord): string =>
  `${levelText(from)} → ${levelText(to)}`

const throughTexts: Record<PathRecord['through'], string> = {
  administrators: 'Administrators',
  owner: 'owner',
  group: '',
}

export const throughText = ({ through, group }: PathRecord): string =>
  group ?? throughTexts[through]
