import type { Json } from '../../shared/kernel/json.ts'
import { picked } from './picked.ts'

type Settings = { readonly [key: string]: Json }

/** What stands on a dashboard without a question: a text, a heading, a link. */
const virtual = ['name', 'display', 'archived', 'visualization_settings'] as const

/** How a thing is shown is its author's word to its readers; the query some clients repeat is not. */
export const publicSettings = ({ virtual_card: card, ...settings }: Settings): Settings =>
  typeof card === 'object' && card !== null && !Array.isArray(card)
    ? { ...settings, virtual_card: picked(card, virtual) as Json }
    : { ...settings }
