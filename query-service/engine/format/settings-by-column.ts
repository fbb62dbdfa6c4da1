import {
  type ColumnSettings,
  columnSettings,
  type VisualizationSettings,
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

const merged = (
  settings: ColumnSettings | undefined,
  more: ColumnSettings,
): ColumnSettings | undefined => {
  const wishes = given(more)
  return Object.keys(wishes).length === 0 ? settings : { ...settings, ...wishes }
}

/** What a field's own settings say of it wherever it is shown. */
const ownSettings = ({ settings }: ColumnMetadata): ColumnSettings | undefined => {
  if (settings === undefined || settings === null) return undefined
  const { success, data } = columnSettings.safeParse(settings)
  return success ? merged(undefined, data) : undefined
}

/** The settings of each column that has any: those of its field, then those of the question. */
export const settingsByColumn = (
  columns: readonly ColumnMetadata[],
  finder: ColumnFinder,
  { column_settings: wanted = {} }: VisualizationSettings,
): ReadonlyMap<ColumnMetadata, ColumnSettings> => {
  const keyed = Object.entries(wanted).map(([key, settings]) => ({ key: parseKey(key), settings }))
  const byColumn = new Map<ColumnMetadata, ColumnSettings>()
  const add = (column: ColumnMetadata, more: ColumnSettings) => {
    const settings = merged(byColumn.get(column), more)
    if (settings) byColumn.set(column, settings)
  }
  for (const column of columns) add(column, ownSettings(column) ?? {})
  for (const [kind, find] of kinds)
    for (const { key, settings } of keyed) {
      const column = key[0] === kind ? finder[find](key[1]) : undefined
      if (column) add(column, settings)
    }
  return byColumn
}
