const channel = (hex: string): number => {
  const value = Number.parseInt(hex, 16) / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

const luminance = (color: string): number =>
  0.2126 * channel(color.slice(1, 3)) +
  0.7152 * channel(color.slice(3, 5)) +
  0.0722 * channel(color.slice(5, 7))

/** How far two colours, `#rrggbb`, stand apart, from 1 to 21, as WCAG reckons it. */
export const contrast = (one: string, other: string): number => {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

/** Black or white, whichever reads better on a colour. */
export const inkOn = (color: string): string =>
  contrast(color, '#ffffff') >= 4 ? '#ffffff' : '#101010'
