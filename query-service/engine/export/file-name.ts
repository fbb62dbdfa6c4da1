import { fileTime } from '../../../shared/kernel/file-time.ts'

const maxBaseCharacters = 100

/** Letters and digits of any script; everything a file system or a header could read as syntax goes. */
const slug = (name: string): string =>
  [
    ...name
      .toWellFormed()
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_'),
  ]
    .slice(0, maxBaseCharacters)
    .join('')
    .replace(/^_+|_+$/g, '')

export type ExportFileName = {
  /** The saved card's name; an ad-hoc query has none. */
  readonly name?: string | undefined
  readonly at: Date
  readonly extension: string
}

/** `query_result_2026-04-01T08-30-00.000Z.csv`, or the slug of a card's name in front. */
export const exportFileName = ({ name, at, extension }: ExportFileName): string =>
  `${(name && slug(name)) || 'query_result'}_${fileTime(at)}.${extension}`
