/** An element as ECharts hands it out; only what is listed below is believed. */
export type SvgNode = {
  readonly tag: string
  readonly attrs?: Readonly<Record<string, unknown>> | null
  readonly children?: readonly (SvgNode | null)[] | null
  readonly text?: string | null
}

/** Neither scripts, styles, links nor anything that loads: what is not listed is not drawn. */
const elements: ReadonlySet<string> = new Set([
  ...['svg', 'g', 'defs', 'clipPath', 'path', 'rect', 'circle', 'ellipse', 'line'],
  ...['polyline', 'polygon', 'text', 'tspan', 'linearGradient', 'radialGradient', 'stop'],
])

const attributes: ReadonlySet<string> = new Set([
  ...['id', 'd', 'x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'points'],
  ...['width', 'height', 'viewBox', 'transform', 'opacity', 'fill', 'fill-opacity', 'fill-rule'],
  ...['stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-dashoffset'],
  ...['stroke-linecap', 'stroke-linejoin', 'stroke-miterlimit', 'paint-order', 'clip-path'],
  ...['clip-rule', 'text-anchor', 'dominant-baseline', 'offset', 'stop-color', 'stop-opacity'],
  ...['font-size', 'font-family', 'font-weight', 'font-style', 'gradientUnits'],
])

/** What a `style` says becomes attributes, which pages that allow no inline styles show as well. */
const declarations = (style: unknown): readonly (readonly [string, string])[] =>
  String(style ?? '')
    .split(';')
    .flatMap((declaration) => {
      const [name = '', ...value] = declaration.split(':')
      return value.length === 0 ? [] : [[name.trim(), value.join(':').trim()] as const]
    })

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** What XML 1.0 cannot hold, in whatever guise. */
const unspeakable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(unspeakable, '\ufffd')
    .replace(/[&<>"]/g, (it) => entities[it] ?? '')

/** References lead to something in the same picture, and nowhere else. */
const reference = /^url\(#([\w-]+)\)$/
const leadsAway = (value: string) => /url\s*\(/i.test(value) && !reference.test(value)

/**
 * SVG out of what ECharts drew, as text that is well-formed XML and can do nothing. Ids are counted
 * anew after `prefix`, so that the same chart is the same text, and two on a page stay apart.
 */
export const svgText = (
  root: SvgNode,
  { prefix, label }: { readonly prefix: string; readonly label: string },
): string => {
  const ids = new Map<string, string>()
  const renamed = (id: string): string => {
    const known = ids.get(id) ?? `${prefix}-${ids.size}`
    ids.set(id, known)
    return known
  }

  const attribute = (name: string, given: unknown): string => {
    const value = String(given)
    if (!attributes.has(name) || leadsAway(value)) return ''
    const target = name === 'id' ? value : reference.exec(value)?.[1]
    if (target === undefined) return ` ${name}="${escaped(value)}"`
    return name === 'id' ? ` id="${renamed(target)}"` : ` ${name}="url(#${renamed(target)})"`
  }

  const write = ({ tag, attrs, children, text }: SvgNode, more = ''): string => {
    if (!elements.has(tag)) return ''
    const { style, ...plain } = attrs ?? {}
    const own = [...new Map([...Object.entries(plain), ...declarations(style)])]
      .map(([name, value]) => attribute(name, value))
      .join('')
    const inner = (children ?? []).map((child) => (child ? write(child) : '')).join('')
    return `<${tag}${more}${own}>${escaped(text ?? '')}${inner}</${tag}>`
  }

  const more = ` xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${escaped(label)}"`
  return write(root, more)
}
