import { csvExporter } from './csv.ts'
import type { Exporter } from './exporter.ts'
import { jsonExporter } from './json.ts'
import { xlsxExporter } from './xlsx/exporter.ts'

export type ExportFormat = 'csv' | 'xlsx' | 'json'

/** Every format a result can be downloaded in. */
export const exporters: Readonly<Record<ExportFormat, Exporter>> = {
  csv: csvExporter,
  xlsx: xlsxExporter,
  json: jsonExporter,
}
