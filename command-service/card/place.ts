import type { CardState } from '../../shared/cards/card-state.ts'
import { placedThings } from '../placed.ts'

/** Saved questions go with their database, too. */
export const { present, readable, writable } = placedThings<CardState>({
  name: 'Card',
  word: 'question',
  isThere: ({ reads }, state) => state.databaseName(reads.database) !== undefined,
})
