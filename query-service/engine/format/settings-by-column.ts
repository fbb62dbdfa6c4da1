import type {
  ColumnSettings,
  VisualizationSettings,
} from '../../../shared/contract/visualization-settings.ts'
import type { Json } from '../../../shared/kernel/json.ts'
import type { ColumnMetadata } from '../column-metadata.ts'
import type { ColumnFinder } from './column-finder.ts'

/** Both ways to name a column in a key of `column_settings`; what its name says comes last and wins. */
const kinds = [
  ['ref', 'byReference'],
  ['name', 'byName'],
] as const

const parseKey = (key: string): readonly Json[] => {
  try {
    const parsed: Json = JSON.parse(key)
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}

const given = (settings: ColumnSettings): ColumnSettings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))

/** The settings of each column that has any. */
export const settingsByColumn = (
  finder: ColumnFinder,
  { column_settings: wanted = {} }: VisualizationSettings,
): ReadonlyMap<ColumnMetadata, ColumnSettings> => {
  const keyed = Object.entries(wanted).map(([key, settings]) => ({ key: parseKey(key), settings }))
  const byColumn = new Map<ColumnMetadata, ColumnSettings>()
  for (const [kind, find] of kinds)
    for (const { key, settings } of keyed) {
      const column = key[0] === kind ? finder[find](key[1]) : undefined
      if (column) byColumn.set(column, { ...byColumn.get(column), ...given(settings) })
    }
  return byColumn
}
