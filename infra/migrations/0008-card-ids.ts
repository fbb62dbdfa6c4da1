import { script } from './script.ts'

export const cardIds = script('create sequence side.card_ids as integer start with 1;')
