const segment = '[^/?#]+'

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * What the router takes for this path, as a pattern over a raw request target: case counts, nothing
 * is decoded or merged, one slash may follow. So no other spelling finds a way here that leads
 * nowhere there.
 */
export const pathPattern = (path: string): string => {
  const [first = '', ...others] = path.split(/:\w+/)
  return [literal(first), ...others.map((text) => segment + literal(text))].join('')
}

/** The end of an address: its query may follow. */
export const pathEnd = '/?(?:[?#]|$)'

const isParameter = (part: string): boolean => part.includes(':')

/** Whether an address can be one of both paths. */
export const overlap = (one: string, other: string): boolean => {
  const [parts, others] = [one.split('/'), other.split('/')]
  return (
    parts.length === others.length &&
    parts.every((part, at) => {
      const facing = others[at] ?? ''
      return part === facing || isParameter(part) || isParameter(facing)
    })
  )
}
