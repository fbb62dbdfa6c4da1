import * as snippet from '../../../shared/contract/snippet.ts'
import type { Example, Examples, World } from './example.ts'

let named = 0
const someSnippet = () => {
  named += 1
  return { name: `Some snippet ${named}`, content: 'total > 100' }
}

/** Saves a snippet as the admin. */
export const saveSnippet = async ({ admin }: World): Promise<number> => {
  const { status, body } = await admin.post('/api/native-query-snippet', someSnippet())
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.id
}

const theSnippet: Example['params'] = ({ snippetId: id }) => ({ id })

export const snippetExamples: Examples = [
  [snippet.listSnippets, { query: 'archived=true&limit=1' }],
  [snippet.getSnippet, { params: theSnippet }],
  [snippet.createSnippet, { body: someSnippet }],
  [
    snippet.updateSnippet,
    {
      params: async (world) => ({ id: await saveSnippet(world) }),
      body: () => ({ content: 'total > 1000' }),
    },
  ],
]
