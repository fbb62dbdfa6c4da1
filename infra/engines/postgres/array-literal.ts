/** A parsed array or composite literal; null where the value is NULL. */
export type Literal = null | string | readonly Literal[]

type Scanner = { readonly text: string; at: number }

/** A quoted item: a backslash takes the next character as it is, `""` stands for one quote. */
const readQuoted = (scanner: Scanner): string => {
  const { text } = scanner
  let value = ''
  scanner.at += 1
  while (scanner.at < text.length) {
    const char = text[scanner.at]
    if (char === '"') {
      if (text[scanner.at + 1] !== '"') break
      scanner.at += 1
    } else if (char === '\\') scanner.at += 1
    value += text[scanner.at] ?? ''
    scanner.at += 1
  }
  scanner.at += 1
  return value
}

const readBare = (scanner: Scanner, ends: string): string => {
  const start = scanner.at
  while (scanner.at < scanner.text.length && !ends.includes(scanner.text[scanner.at] ?? ''))
    scanner.at += 1
  return scanner.text.slice(start, scanner.at)
}

const readArray = (scanner: Scanner, delimiter: string): readonly Literal[] => {
  const items: Literal[] = []
  scanner.at += 1
  while (scanner.at < scanner.text.length && scanner.text[scanner.at] !== '}') {
    const char = scanner.text[scanner.at]
    if (char === '{') items.push(readArray(scanner, delimiter))
    else if (char === '"') items.push(readQuoted(scanner))
    else {
      const bare = readBare(scanner, `${delimiter}}`)
      items.push(bare === 'NULL' ? null : bare)
    }
    if (scanner.text[scanner.at] === delimiter) scanner.at += 1
  }
  scanner.at += 1
  return items
}

/** `{1,"a b",NULL}`, also nested and with explicit bounds (`[0:1]={1,2}`). */
export const parseArray = (text: string, delimiter = ','): readonly Literal[] =>
  readArray({ text, at: text.indexOf('{') }, delimiter)

/** `(1,"a b",)`: an item of no characters is NULL, `""` is empty text. */
export const parseComposite = (text: string): readonly Literal[] => {
  if (text === '()') return []
  const scanner = { text, at: 0 }
  const items: Literal[] = []
  while (scanner.at < text.length && (text[scanner.at] !== ')' || items.length === 0)) {
    scanner.at += 1
    if (text[scanner.at] === '"') items.push(readQuoted(scanner))
    else {
      const bare = readBare(scanner, ',)')
      items.push(bare === '' ? null : bare)
    }
  }
  return items
}
