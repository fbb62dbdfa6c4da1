import { addressesOf } from './addresses.mjs'
import { cardIn } from './cards.mjs'
import { readOptions, withValues } from './hash-options.mjs'
import { closeMenus } from './menus.mjs'
import { parametersIn } from './parameters.mjs'
import { savePicture } from './pictures.mjs'
import { tabsIn } from './tabs.mjs'

const root = document.documentElement
const form = document.querySelector('form.parameters')
const status = document.querySelector('[data-part=status]')
const settledMs = 300

let options = readOptions(location.hash)
/** Values as the cards show them. */
let applied = {}

/** The page itself says why it may not be seen any more, in words and by its status. */
const refused = async () => {
  const answer = await fetch(root.dataset.page, { method: 'HEAD' })
  if (![400, 401, 403, 404].includes(answer.status)) return false
  location.reload()
  return true
}

const find = async (widget, text) => {
  const answer = await fetch(addresses.values(widget, text, parameters.values()))
  if (!answer.ok) throw new Error(`values answered ${answer.status}`)
  return answer.json()
}

const none = { values: () => ({}), idOf: () => undefined, fill: () => {}, hide: () => {} }
const parameters = form ? parametersIn(form, { find, changed: () => apply() }) : none
const addresses = addressesOf(root.dataset, parameters.idOf)

const cards = [...document.querySelectorAll('[data-part-path]')].map((place) =>
  cardIn(place, {
    addressOf: (look) =>
      addresses.part(place.dataset.partPath, { ...look, theme: options.theme }, applied),
    refused,
  }),
)

const pictures = cards.filter(({ isPicture }) => isPicture)

/** Those that say something of parameters whose values are others now. */
const changedBetween = (before, after) => {
  const slugs = new Set([...Object.keys(before), ...Object.keys(after)])
  const changed = [...slugs].filter(
    (slug) => JSON.stringify(before[slug]) !== JSON.stringify(after[slug]),
  )
  return cards.filter(({ depends }) =>
    changed.some((slug) => depends.includes(encodeURIComponent(slug))),
  )
}

/** Cards in tabs that are not shown load when they are. */
const stale = new Set()

const load = async (wanted) => {
  const shown = wanted.filter((card) => card.isShown())
  for (const card of wanted) stale.add(card)
  for (const card of shown) stale.delete(card)
  if (shown.length === 0) return
  status.textContent = 'Loading'
  await Promise.all(shown.map((card) => card.load()))
  status.textContent = 'Loaded'
}

const selectTab = (() => {
  const list = document.querySelector('[data-part=tabs]')
  return list ? tabsIn(list, { shown: () => load([...stale]) }) : () => {}
})()

const linkDownloads = () => {
  for (const link of document.querySelectorAll('a[data-download]'))
    link.href = addresses.download(link.dataset.download, applied)
}

/** Runs what is asked with the values of now, where they changed. */
const apply = () => {
  const values = parameters.values()
  const changed = changedBetween(applied, values)
  applied = values
  history.replaceState(
    null,
    '',
    location.pathname + location.search + withValues(location.hash, values),
  )
  linkDownloads()
  load(changed)
}

let refreshing
const show = () => {
  root.dataset.theme = options.theme
  root.dataset.bordered = String(options.bordered)
  root.dataset.titled = String(options.titled)
  root.dataset.downloads = String(options.downloads)
  parameters.hide(options.hidden)
  clearInterval(refreshing)
  if (options.refreshSeconds > 0)
    refreshing = setInterval(() => {
      if (!document.hidden) load(pictures)
    }, options.refreshSeconds * 1000)
}

/** What the address before `#` says: texts come with these values. */
const givenBefore = JSON.parse(root.dataset.given)
const given = () => ({ ...givenBefore, ...options.values })

addEventListener('hashchange', () => {
  const before = options
  options = readOptions(location.hash)
  show()
  parameters.fill(given())
  if (options.tab !== before.tab) selectTab(options.tab)
  apply()
  if (options.theme !== before.theme) load(pictures)
})

let width = innerWidth
let settling
addEventListener('resize', () => {
  clearTimeout(settling)
  settling = setTimeout(() => {
    if (innerWidth === width) return
    width = innerWidth
    load(pictures)
  }, settledMs)
})

document.addEventListener('click', ({ target }) => {
  const button = target.closest('button[data-picture]')
  if (!button) return
  savePicture(button.closest('.card'), button.dataset.picture, button.dataset.name)
  button.closest('details').open = false
})

root.classList.add('live')
closeMenus()
show()
parameters.fill(givenBefore)
const written = parameters.values()
parameters.fill(given())
applied = parameters.values()
linkDownloads()
for (const card of [...pictures, ...changedBetween(written, applied)]) stale.add(card)
selectTab(options.tab)
load([...stale])
