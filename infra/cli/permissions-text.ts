import type {
  CellRecord,
  CollectionCellRecord,
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
export const placeText = (cell: CellRecord | CollectionCellRecord): string => {
  if ('collection' in cell) return cell.collection
  const { database, right, schema, table } = cell
  if (right === 'native') return `${database} (SQL)`
  const named = schema === undefined ? [] : [schema || '(no schema)']
  return [database, ...named, ...(table ? [table] : [])].join(' / ')
}

export const levelText = (level: string | null): string => level ?? '–'

export const changeText = ({ from, to }: Pick<CellRecord, 'from' | 'to'>): string =>
  `${levelText(from)} → ${levelText(to)}`

const throughTexts: Record<PathRecord['through'], string> = {
  administrators: 'Administrators',
  owner: 'owner',
  group: '',
}

export const throughText = ({ through, group }: PathRecord): string =>
  group ?? throughTexts[through]
