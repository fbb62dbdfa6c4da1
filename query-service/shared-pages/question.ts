import type { PublicCard } from '../../shared/contract/public-records.ts'
import { shownParameter } from '../shared-things/shown-parameter.ts'
import type { Board } from './board.ts'
import { gridColumns } from './layout/bands.ts'

/** Rows of the grid a question has to itself; styles give it the height of the window instead. */
const sizeY = 8

/** A page with one question and nothing else. */
export const questionBoard = ({
  id,
  name,
  description,
  parameters: declared,
}: PublicCard): Board => {
  const parameters = declared.map(shownParameter)
  const content = {
    kind: 'question',
    key: String(id),
    name,
    description,
    partPath: '/card',
    files: [{ name, path: '/query' }],
    slugs: parameters.map(({ slug }) => slug),
  } as const
  return {
    kind: 'question',
    name,
    description,
    isWide: true,
    parameters,
    appliesAtOnce: true,
    tabs: [],
    cards: [{ row: 0, col: 0, sizeX: gridColumns, sizeY, tabId: null, content }],
  }
}
