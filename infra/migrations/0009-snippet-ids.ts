import { script } from './script.ts'

export const snippetIds = script('create sequence side.snippet_ids as integer start with 1;')
