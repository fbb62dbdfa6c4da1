/** A list of values that opens below its parameter, with a search; many or one can be chosen. */

const pauseMs = 250

const element = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

/** `[value]` or `[value, label]`, as the API has them. */
const labelOf = ([value, label]) => String(label ?? value)

/**
 * @param box the `<details>` of the parameter
 * @param find answers `{ values, has_more_values }` for a text, or for none; rejects where there are no values
 */
export const choicesIn = (box, { find, changed }) => {
  const isMulti = box.dataset.multi === 'true'
  const shown = box.querySelector('[data-part=shown]')
  const search = box.querySelector('input[type=search]')
  const options = box.querySelector('[data-part=options]')
  const note = box.querySelector('[data-part=note]')
  const group = `choices-${box.id}`
  /** What is chosen: by its text, with the value as the API has it. */
  let chosen = new Map()
  let latest = 0
  let timer

  const show = () => {
    const labels = [...chosen.values()].map(({ label }) => label)
    shown.textContent =
      labels.length === 0
        ? 'Any'
        : labels.length < 3
          ? labels.join(', ')
          : `${labels.length} chosen`
    box.classList.toggle('chosen', labels.length > 0)
  }

  const choose = (key, entry, isChosen) => {
    if (!isMulti) chosen = new Map()
    if (isChosen) chosen.set(key, entry)
    else chosen.delete(key)
    show()
    changed()
  }

  const option = (key, entry) => {
    const input = element('input', {
      type: isMulti ? 'checkbox' : 'radio',
      name: group,
      checked: chosen.has(key),
    })
    input.addEventListener('change', () => choose(key, entry, input.checked))
    return element('label', {}, input, element('span', { dir: 'auto', textContent: entry.label }))
  }

  const list = (entries, written) => {
    const found = new Map(
      entries.map((entry) => [String(entry[0]), { value: entry[0], label: labelOf(entry) }]),
    )
    // What was chosen before stays within reach; what is written can be meant as it stands.
    const kept = written === '' ? [...chosen].filter(([key]) => !found.has(key)) : []
    const own =
      written !== '' && !found.has(written) ? [[written, { value: written, label: written }]] : []
    options.replaceChildren(
      ...[...kept, ...found, ...own].map(([key, entry]) => option(key, entry)),
    )
  }

  const load = async () => {
    const mine = ++latest
    const written = search.value.trim()
    note.textContent = 'Loading…'
    try {
      const { values, has_more_values: more } = await find(written)
      if (mine !== latest) return
      list(values, written)
      note.textContent =
        values.length === 0 ? 'No values found' : more ? 'There are more: search for them' : ''
    } catch {
      if (mine !== latest) return
      list([], written)
      note.textContent = 'Type a value to filter by it'
    }
  }

  box.addEventListener('toggle', () => {
    if (!box.open) return
    load()
    search.focus()
  })
  search.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(load, pauseMs)
  })
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault()
  })
  box.querySelector('[data-part=clear]').addEventListener('click', () => {
    chosen = new Map()
    show()
    load()
    changed()
  })

  return {
    read: () => {
      const values = [...chosen.values()].map(({ value }) => value)
      if (values.length === 0) return null
      return isMulti ? values : values[0]
    },
    write: (value) => {
      const given = [value].flat().filter((one) => one !== null && one !== undefined && one !== '')
      const kept = isMulti ? given : given.slice(0, 1)
      chosen = new Map(
        kept.map((one) => [
          String(one),
          chosen.get(String(one)) ?? { value: one, label: String(one) },
        ]),
      )
      show()
    },
  }
}
