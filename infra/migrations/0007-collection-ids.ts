import { script } from './script.ts'

export const collectionIds = script('create sequence side.collection_ids as integer start with 1;')
