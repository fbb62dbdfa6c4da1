/** @typedef {{ bordered: boolean, titled: boolean, theme: 'light' | 'night' | 'transparent', hidden: string[], downloads: boolean, refreshSeconds: number, tab: string | null, values: Record<string, string | string[]> }} Options */

const themes = ['night', 'transparent']
const ours = [
  'bordered',
  'titled',
  'theme',
  'hide_parameters',
  'hide_download_button',
  'refresh',
  'tab',
]

/** Whoever wants a page to keep itself fresh gets no more than this of it. */
const leastRefreshSeconds = 10

const isTrue = (given, name, otherwise) =>
  given.has(name) ? !['false', '0'].includes(given.get(name).toLowerCase()) : otherwise

const refreshOf = (text) => {
  const seconds = Number(text)
  return seconds > 0 && Number.isFinite(seconds) ? Math.max(seconds, leastRefreshSeconds) : 0
}

const listOf = (text) =>
  (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

const valuesIn = (given) => {
  const values = Object.create(null)
  for (const name of new Set(given.keys())) {
    if (ours.includes(name)) continue
    const all = given.getAll(name).filter((value) => value !== '')
    if (all.length > 0) values[name] = all.length === 1 ? all[0] : all
  }
  return values
}

/**
 * What the part of an address after `#` says of how a page is shown; every other name in it is the
 * slug of a parameter.
 * @returns {Options}
 */
export const readOptions = (hash) => {
  const given = new URLSearchParams(hash.replace(/^#/, ''))
  const theme = given.get('theme')
  return {
    bordered: isTrue(given, 'bordered', true),
    titled: isTrue(given, 'titled', true),
    theme: themes.includes(theme) ? theme : 'light',
    hidden: listOf(given.get('hide_parameters')),
    downloads: !isTrue(given, 'hide_download_button', false),
    refreshSeconds: refreshOf(given.get('refresh')),
    tab: given.get('tab'),
    values: valuesIn(given),
  }
}

/** The same hash with other values; what it says of how the page is shown stays. */
export const withValues = (hash, values) => {
  const before = new URLSearchParams(hash.replace(/^#/, ''))
  const after = new URLSearchParams([...before].filter(([name]) => ours.includes(name)))
  for (const [slug, value] of Object.entries(values))
    for (const one of [value].flat()) if (one !== null) after.append(slug, String(one))
  const text = after.toString()
  return text === '' ? '' : `#${text}`
}
