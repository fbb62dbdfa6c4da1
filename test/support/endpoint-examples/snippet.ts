import * as snippet from '../../../shared/contract/snippet.ts'
import type { Examples, World } from './example.ts'

let named = 0
const someSnippet = () => {
  named += 1
  return { name: `Some snippet ${named}`, content: 'total > 100' }
}

const newSnippet = async ({ admin }: World) => {
  const { status, body } = await admin.post('/api/native-query-snippet', someSnippet())
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { id: body.id }
}

export const snippetExamples: Examples = [
  [snippet.listSnippets, { query: 'archived=true&limit=1' }],
  [snippet.getSnippet, { params: newSnippet }],
  [snippet.createSnippet, { body: someSnippet }],
  [snippet.updateSnippet, { params: newSnippet, body: () => ({ content: 'total > 1000' }) }],
]
