import { describe, test } from '@jest/globals'
import { snippetDecider } from '../../../command-service/snippet/decider.ts'
import { givenFor } from '../../support/given.ts'
import { snippetChanged, snippetCreated } from '../../support/some-snippets.ts'

const given = givenFor(snippetDecider)
const create = (content: Parameters<typeof snippetCreated>[1] = {}) => ({
  type: 'CreateSnippet' as const,
  data: snippetCreated(4, content).data,
})
const change = (wishes: object) => ({
  type: 'ChangeSnippet' as const,
  data: { snippetId: 4, wishes },
})

describe('a snippet', () => {
  test('is made once', () => {
    given().when(create()).then(snippetCreated(4))
    given(snippetCreated(4)).when(create()).then()
  })

  test('changes in what is said and differs, and in nothing else', () => {
    const wishes = {
      name: 'Snippet 4',
      content: 'total > 1',
      archived: true,
      description: undefined,
    }
    given(snippetCreated(4))
      .when(change(wishes))
      .then(snippetChanged(4, { content: 'total > 1', archived: true }))
    const described = snippetCreated(4, { description: 'Large', collectionId: 3 })
    given(described)
      .when(change({ description: null, collectionId: null }))
      .then(snippetChanged(4, { description: null, collectionId: null }))
    given(snippetCreated(4), snippetChanged(4, { archived: true }))
      .when(change({ archived: true, content: 'total > 100' }))
      .then()
    given()
      .when(change({ name: 'Other' }))
      .thenRefuses('not-found')
  })

  test('does not use itself, under its old name or its new one', () => {
    const using = (name: string) => `a = 1 and {{ snippet: ${name} }}`
    given()
      .when(create({ name: 'x', content: using('x') }))
      .thenRefuses('validation')
    const other = snippetCreated(4, { name: 'x', content: using('y') })
    given(other)
      .when(change({ content: using('x') }))
      .thenRefuses('validation')
    given(other)
      .when(change({ name: 'y' }))
      .thenRefuses('validation')
    given(other)
      .when(change({ name: 'y', content: using('x') }))
      .then(snippetChanged(4, { name: 'y', content: using('x') }))
  })
})
