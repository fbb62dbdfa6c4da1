import type {
  CollectionDetail,
  CollectionMention,
  CollectionRecord,
  RootRecord,
} from '../../shared/contract/collection.ts'
import { ancestorsOf } from '../../shared/permissions/collection-tree.ts'
import { entityId } from '../entity-id.ts'
import type { Collection, Forest } from './forest.ts'

/** Lower case, words joined: what may stand in an address after the id. */
const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '')

const pathOf = (ids: readonly number[]): string => `/${ids.map((id) => `${id}/`).join('')}`

const rootName = 'Our analytics'

export const presentCollection = (
  { tree, rights, visibleAncestors }: Forest,
  collection: Collection,
): CollectionRecord => {
  const { id, name } = collection
  return {
    id,
    name,
    slug: slugOf(name),
    description: collection.description,
    archived: collection.archived,
    location: pathOf(ancestorsOf(tree, id)),
    parent_id: collection.parent_id,
    namespace: null,
    personal_owner_id: collection.personal_owner_id,
    authority_level: collection.authority_level,
    type: null,
    created_at: collection.created_at,
    entity_id: entityId('collection', collection),
    can_write: rights.mayWrite(id),
    effective_location: pathOf(visibleAncestors(id)),
  }
}

const mentionRoot = ({ rights }: Forest): CollectionMention[] =>
  rights.mayRead('root')
    ? [
        {
          id: 'root',
          name: rootName,
          authority_level: null,
          personal_owner_id: null,
          type: null,
          can_write: rights.mayWrite('root'),
        },
      ]
    : []

/** With the way to it: the root first, and nothing on it the caller may not see. */
export const presentDetail = (forest: Forest, collection: Collection): CollectionDetail => {
  const { tree, rights, visibleAncestors } = forest
  return {
    ...presentCollection(forest, collection),
    effective_ancestors: [
      ...mentionRoot(forest),
      ...visibleAncestors(collection.id).flatMap((id) => {
        const ancestor = tree.get(id)
        if (!ancestor) return []
        const { name, authority_level, personal_owner_id } = ancestor
        const can_write = rights.mayWrite(id)
        return [{ id, name, authority_level, personal_owner_id, type: null, can_write }]
      }),
    ],
  }
}

export const presentRoot = ({ rights }: Forest): RootRecord => ({
  id: 'root',
  name: rootName,
  slug: null,
  description: null,
  archived: false,
  location: null,
  parent_id: null,
  namespace: null,
  personal_owner_id: null,
  authority_level: null,
  type: null,
  can_write: rights.mayWrite('root'),
  effective_location: null,
  effective_ancestors: [],
})
