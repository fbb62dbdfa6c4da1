import { script } from './script.ts'

export const actionIds = script('create sequence side.action_ids as integer start with 1;')
