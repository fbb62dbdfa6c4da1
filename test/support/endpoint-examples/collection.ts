import * as collection from '../../../shared/contract/collection.ts'
import * as graph from '../../../shared/contract/collection-graph.ts'
import type { Example, Examples, World } from './example.ts'

let named = 0
const someCollection: Example['body'] = () => {
  named += 1
  return { name: `Some collection ${named}`, description: 'Of things' }
}

const newCollection = async (world: World) => {
  const { body } = await world.admin.post('/api/collection', someCollection(world))
  return { id: body.id as number }
}

const archivedCollection = async (world: World) => {
  const { id } = await newCollection(world)
  await world.admin.put(`/api/collection/${id}`, { archived: true })
  return { id }
}

/** The admin's personal one: a GET writes nothing, its example neither. */
const someOne = () => ({ id: 1 })

export const collectionExamples: Examples = [
  [collection.listCollections, { query: 'exclude-other-user-collections=true&archived=false' }],
  [collection.getCollectionTree, {}],
  [collection.getRootCollection, {}],
  [collection.getCollection, { params: someOne }],
  [collection.listCollectionItems, { params: someOne, query: 'models=card,collection' }],
  [collection.listRootItems, { query: 'models=card&models=collection&sort_column=name' }],
  [collection.createCollection, { body: someCollection }],
  [collection.updateCollection, { params: newCollection, body: () => ({ name: 'Another name' }) }],
  [collection.deleteCollection, { params: archivedCollection }],
  [graph.getCollectionGraph, { query: 'as_of=0' }],
  [
    graph.updateCollectionGraph,
    { query: 'dry_run=true', body: () => ({ revision: 0, groups: { 1: { root: 'read' } } }) },
  ],
]
