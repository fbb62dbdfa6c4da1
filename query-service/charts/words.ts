const count = new Intl.NumberFormat('en')

/** `1,234 categories`, `1 category`. */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${count.format(number)} ${number === 1 ? one : many}`

/** `A, B and C`; of many the first, and how many more there are. */
export const listed = (names: readonly string[], most = 4): string => {
  const shown = names.length > most ? [...names.slice(0, most - 1)] : [...names]
  const rest = names.length - shown.length
  const all = rest > 0 ? [...shown, counted(rest, 'other')] : shown
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}

const cutInside = (text: string, most: number): string => {
  const characters = [...text]
  const tail = Math.floor((most - 1) / 2)
  return characters.length > most
    ? `${characters.slice(0, most - 1 - tail).join('')}…${characters.slice(-tail).join('')}`
    : text
}

/** All of them cut to a length, inside where the same would be left of several otherwise. */
export const shortenedApart = (texts: readonly string[], most: number): string[] => {
  const cut = texts.map((text) => shortened(text, most))
  const isApart = new Set(cut).size === new Set(texts).size
  return isApart ? cut : texts.map((text) => cutInside(text, most))
}

/** Cut where it gets longer than there is room for. */
export const shortened = (text: string, most: number): string => {
  const characters = [...text]
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text
}
