import { describe, test } from '@jest/globals'
import { collectionDecider } from '../../../command-service/collection/decider.ts'
import { givenFor } from '../../support/given.ts'
import { created, personalOf } from '../../support/some-collections.ts'

const given = givenFor(collectionDecider)

const change = (data: object) =>
  ({ type: 'ChangeCollection', data: { collectionId: 7, ...data } }) as const
const changed = (data: object) =>
  ({ type: 'CollectionChanged', data: { collectionId: 7, ...data } }) as const

describe('a collection', () => {
  test('is made once', () => {
    const { data } = created(7)
    given().when({ type: 'CreateCollection', data }).then(created(7))
    given(created(7)).when({ type: 'CreateCollection', data }).then()
  })

  test('records what really changes, and nothing else', () => {
    const wanted = { name: 'Collection 7', description: 'New', authorityLevel: null }
    given(created(7))
      .when(change(wanted))
      .then(changed({ description: 'New' }))
    given(created(7), changed({ description: 'New' }))
      .when(change(wanted))
      .then()
    given(created(7), changed({ description: 'New' }))
      .when(change({ description: null, name: 'Other' }))
      .then(changed({ description: null, name: 'Other' }))
  })

  test('that is not there cannot be changed', () => {
    given()
      .when(change({ name: 'Other' }))
      .thenRefuses('not-found')
  })
})

describe('a personal collection', () => {
  const own = { ...personalOf(1, 7) }

  test('can be described', () => {
    given(own)
      .when(change({ description: 'Mine' }))
      .then(changed({ description: 'Mine' }))
  })

  test('is named after its owner and never official', () => {
    given(own)
      .when(change({ name: 'Other' }))
      .thenRefuses('validation')
    given(own)
      .when(change({ authorityLevel: 'official' }))
      .thenRefuses('validation')
    given(own)
      .when(change({ authorityLevel: null }))
      .then()
  })
})
