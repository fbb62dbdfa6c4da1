import type { Json } from '../../../shared/kernel/json.ts'
import { type Html, html, named } from '../../pages/html.ts'
import { markdown } from './markdown.ts'

type Settings = { readonly [key: string]: Json }

const mapIn = (value: Json | undefined): Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Settings) : {}

const textIn = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

const linked = (address: string, name: string) =>
  markdown(`[${name.replace(/[[\]]/g, '') || address}](${address})`)

/** What is there to be read. */
export type TextCard = { readonly kind: 'text' | 'heading'; readonly content: Html }

type Display = (settings: Settings) => TextCard | undefined

/** By what clients call them. */
const displays: Readonly<Record<string, Display>> = {
  text: ({ text }) => ({ kind: 'text', content: markdown(textIn(text)) }),
  heading: ({ text }) => ({ kind: 'heading', content: html`<h2>${textIn(text)}</h2>` }),
  action: (settings) => {
    const label = textIn(settings['button.label']) || 'A button'
    const content = html`<p>${named(label)}: only for people who are signed in.</p>`
    return { kind: 'text', content }
  },
  link: ({ link }) => {
    const { url, name } = mapIn(link)
    const address = textIn(url)
    return address === '' ? undefined : { kind: 'text', content: linked(address, textIn(name)) }
  },
  iframe: ({ iframe }) => {
    const [address = ''] = textIn(iframe).match(/https?:\/\/[^\s"'<>]+/) ?? []
    return address === '' ? undefined : { kind: 'text', content: linked(address, '') }
  },
}

/** A card without a question, as its settings describe it; undefined where there is nothing to see. */
export const textCard = (settings: Settings): TextCard | undefined => {
  const display = textIn(mapIn(settings.virtual_card).display) || 'text'
  return displays[display]?.(settings)
}
