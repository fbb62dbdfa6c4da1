/** What is looked through. */
export type Described = {
  readonly name: string
  readonly description: string | null
  /** Another name it goes by. */
  readonly table_name: string | null
}

const wordsOf = (text: string): readonly string[] => [
  ...new Set(text.toLowerCase().split(/\s+/u).filter(Boolean)),
]

/** How well a name fits what was asked, the best first; every character stands for itself. */
const grades: readonly ((name: string, asked: string) => boolean)[] = [
  (name, asked) => name === asked,
  (name, asked) => name.startsWith(asked),
  (name, asked) => name.includes(` ${asked}`),
  (name, asked) => name.includes(asked),
]

/**
 * How something fits what is looked for: every word of it is somewhere in its names or its
 * description, whatever the case. Less is better; undefined for what does not fit.
 */
export const rankOf = (text: string): ((item: Described) => number | undefined) => {
  const words = wordsOf(text)
  const asked = text.trim().toLowerCase()
  return ({ name, description, table_name: alias }) => {
    const names = [name.toLowerCase(), (alias ?? '').toLowerCase()]
    const texts = [...names, (description ?? '').toLowerCase()]
    const fits = (all: readonly string[]) =>
      words.every((word) => all.some((one) => one.includes(word)))
    if (!fits(texts)) return undefined
    const grade = grades.findIndex((isSo) => names.some((one) => isSo(one, asked)))
    if (grade >= 0) return grade
    return fits(names) ? grades.length : grades.length + 1
  }
}
