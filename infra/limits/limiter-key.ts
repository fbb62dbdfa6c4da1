import { createHmac } from 'node:crypto'

/** Names a counter without saying who it counts: a keyed hash over the parts. */
export const limiterKeys =
  (secret: Buffer) =>
  (...parts: readonly string[]): string =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')

const mostRemembered = 10_000

/** The same, computed once for whoever keeps coming back. */
export const rememberedKeys = (keyOf: (text: string) => string): ((text: string) => string) => {
  const known = new Map<string, string>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    if (known.size >= mostRemembered) known.clear()
    const key = keyOf(text)
    known.set(text, key)
    return key
  }
}
