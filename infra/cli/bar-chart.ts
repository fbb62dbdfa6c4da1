/** Eighths of a block, so that a bar of a few columns still tells values apart. */
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const

const barOf = (share: number, width: number): string => {
  const steps = Math.round(share * width * 8)
  return '█'.repeat(Math.floor(steps / 8)) + eighths[steps % 8]
}

export type Bar = { readonly label: string; readonly value: number; readonly caption: string }

/** Horizontal bars, the longest `width` columns wide, values from zero. */
export const barChart = (bars: readonly Bar[], width = 40): readonly string[] => {
  const most = Math.max(...bars.map(({ value }) => value), 0)
  const label = Math.max(...bars.map((bar) => bar.label.length), 0)
  return bars.map((bar) => {
    const share = most > 0 ? Math.max(bar.value, 0) / most : 0
    return `${bar.label.padEnd(label)}  ${barOf(share, width)} ${bar.caption}`
  })
}
