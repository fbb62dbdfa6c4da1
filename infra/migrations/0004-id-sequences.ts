import { script } from './script.ts'

/** First id of each kind there was then; the groups 1 and 2 are there from the beginning. */
const firstIds = {
  user: 1,
  membership: 1,
  group: 3,
  database: 1,
  table: 1,
  field: 1,
}

export const idSequences = script(
  Object.entries(firstIds)
    .map(([kind, first]) => `create sequence side.${kind}_ids as integer start with ${first};`)
    .join('\n'),
)
