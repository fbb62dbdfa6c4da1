import { createHash } from 'node:crypto'
import { streams } from '../streams.ts'
import { uniqueNames } from '../unique-names.ts'
import { snippetDecider } from './decider.ts'
import { snippetNameDecider } from './name-decider.ts'

/** Hashed, because names of streams are short. */
const keyOf = (name: string): string => createHash('sha256').update(name).digest('hex')

/** Names of snippets: each, to the letter, belongs to one, also while that is archived. */
export const snippetNames = uniqueNames({
  decider: snippetNameDecider,
  streamOf: (name) => streams.snippetName(keyOf(name)),
  isUsed: async (executor, name, snippetId) => {
    const { state: snippet } = await executor.load(streams.snippet(snippetId), snippetDecider)
    return snippet?.name === name
  },
})
