import { choicesIn } from './choices.mjs'
import { codecs, rolesOfMode } from './value-codecs.mjs'

const isNone = (value) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

const sameValue = (one, other) => JSON.stringify(one) === JSON.stringify(other)

const fieldsWidget = (place, changed) => {
  const { toValue, toFields } = codecs[place.dataset.control]
  const fields = new Map(
    [...place.querySelectorAll('[data-role]')].map((it) => [it.dataset.role, it]),
  )

  const showOnlyUseful = () => {
    const mode = fields.get('mode')
    if (!mode) return
    const useful = rolesOfMode(mode.value)
    for (const [role, field] of fields)
      if (role !== 'mode') field.closest('label').hidden = !useful.includes(role)
  }

  const read = () =>
    toValue(Object.fromEntries([...fields].map(([role, { value }]) => [role, value.trim()])))

  const put = (field, text) => {
    field.value = text
    // A span that is not among those offered is kept all the same.
    if (field.tagName === 'SELECT' && field.value !== text) {
      field.append(new Option(text, text))
      field.value = text
    }
  }

  place.addEventListener('change', () => {
    showOnlyUseful()
    changed()
  })
  return {
    read,
    write: (value) => {
      const written = isNone(value) ? {} : toFields(value)
      for (const [role, field] of fields) put(field, written[role] ?? '')
      showOnlyUseful()
    },
  }
}

/**
 * The form of parameters: their values by slug, and what happens when people change them.
 * @param find looks values of a parameter up
 * @param changed is told whenever values are to be applied
 */
export const parametersIn = (form, { find, changed }) => {
  const isEager = form.dataset.apply !== 'by-hand'
  const widgets = [...form.querySelectorAll('[data-parameter]')].map((place) => {
    const { slug, parameter: id } = place.dataset
    const own = place.dataset.default === undefined ? null : JSON.parse(place.dataset.default)
    const isRequired = place.dataset.required === 'true'
    const widget = { place, slug, id, own, isRequired }
    const tell = () => {
      if (isRequired && isNone(widget.read())) widget.write(own)
      if (isEager) changed()
    }
    const box = place.querySelector('details')
    return Object.assign(
      widget,
      box
        ? choicesIn(box, { changed: tell, find: (text) => find(widget, text) })
        : fieldsWidget(place, tell),
    )
  })

  /** Values that are not none, by slug. */
  const values = () =>
    Object.fromEntries(
      widgets.flatMap(({ slug, read }) => {
        const value = read()
        return isNone(value) ? [] : [[slug, value]]
      }),
    )

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    changed()
  })
  form.addEventListener('reset', (event) => {
    event.preventDefault()
    for (const { write, own } of widgets) write(own)
    changed()
  })

  return {
    values,
    idOf: (slug) => widgets.find((widget) => widget.slug === slug)?.id,
    /** Fills in what an address says; the others begin with their own values. */
    fill: (given) => {
      for (const { slug, own, write, read } of widgets) {
        const value = Object.hasOwn(given, slug) ? given[slug] : own
        if (!sameValue(read(), value)) write(value)
      }
    },
    hide: (slugs) => {
      for (const { slug, place } of widgets) place.hidden = slugs.includes(slug)
      form.hidden = widgets.every(({ place }) => place.hidden)
    },
  }
}
