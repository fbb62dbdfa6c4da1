const zero = 48
const point = 46

/** `1.50` → `1.5`, `20.0000` → `20`, `10:00:00.500` → `10:00:00.5`; other text as it is. */
export const trimFraction = (text: string): string => {
  let end = text.length
  if (text.charCodeAt(end - 1) !== zero || !text.includes('.')) return text
  while (text.charCodeAt(end - 1) === zero) end -= 1
  return text.slice(0, text.charCodeAt(end - 1) === point ? end - 1 : end)
}
