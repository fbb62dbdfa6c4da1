export type XmlElement = {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
}

const name = '[A-Za-z_][\\w:.-]*'
const attribute = new RegExp(`^\\s+(${name})="([^"<]*)"`)
const opening = new RegExp(`^<(${name})((?:\\s+${name}="[^"<]*")*)\\s*(/?)>`)
const closing = new RegExp(`^</(${name})>`)
const reference = /^&(?:amp|lt|gt|quot|apos|#\d+);/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML cannot hold
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

const attributesOf = (text: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  let rest = text
  for (let match = attribute.exec(rest); match; match = attribute.exec(rest)) {
    const [all, key = '', value = ''] = match
    if (found.has(key)) throw new Error(`The attribute ${key} is there twice.`)
    found.set(key, value)
    rest = rest.slice(all.length)
  }
  return found
}

const checkReferences = (text: string): void => {
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1))
    if (!reference.test(text.slice(at))) throw new Error(`A bare & at ${text.slice(at, at + 20)}`)
}

/** The elements of a document, in order. @throws {Error} where it is not well-formed XML */
export const xmlElements = (document: string): readonly XmlElement[] => {
  if (!document.isWellFormed() || forbidden.test(document)) throw new Error('No XML character.')
  checkReferences(document)
  const elements: XmlElement[] = []
  const open: string[] = []
  let rest = document
  while (rest !== '') {
    const [start, end] = [opening.exec(rest), closing.exec(rest)]
    const next = rest.indexOf('<')
    if (start) {
      const [, tag = '', attributes = '', isEmpty] = start
      elements.push({ name: tag, attributes: attributesOf(attributes) })
      if (isEmpty !== '/') open.push(tag)
    } else if (end) {
      if (open.pop() !== end[1]) throw new Error(`${end[0]} closes nothing.`)
    } else if (next === 0 || open.length === 0) throw new Error(`No markup: ${rest.slice(0, 30)}`)
    const text = next === -1 ? rest.length : next
    rest = rest.slice(start?.[0].length ?? end?.[0].length ?? text)
  }
  if (open.length > 0) throw new Error(`Never closed: ${open.join(', ')}`)
  return elements
}
