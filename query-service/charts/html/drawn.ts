import { type Html, html } from '../../pages/html.ts'
import type { GaugeShape, ProgressShape } from '../picture.ts'
import { type Colors, fontFamily } from '../themes.ts'

const rounded = (number: number): number => Math.round(number * 100) / 100

/** On the upper half of a circle, `share` of the way from left to right. */
const onArc = (share: number, radius: number): string => {
  const angle = Math.PI * (1 - share)
  return `${rounded(150 + radius * Math.cos(angle))} ${rounded(140 - radius * Math.sin(angle))}`
}

const arc = (from: number, to: number): string =>
  `M${onArc(from, 120)}A120 120 0 0 1 ${onArc(to, 120)}L${onArc(to, 90)}A90 90 0 0 0 ${onArc(from, 90)}Z`

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML cannot hold
const unspeakable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const speakable = (words: string): string => words.toWellFormed().replace(unspeakable, '\ufffd')

const text = (x: number, y: number, size: number, fill: string, anchor: string, words: string) =>
  html`<text x="${x}" y="${y}" font-size="${size}" font-family="${fontFamily}" fill="${fill}" text-anchor="${anchor}">${speakable(words)}</text>`

/** Half a dial, its parts in their colours, a hand, and the number below. */
export const gaugeSvg = (shape: GaugeShape, { ink, dim, ground }: Colors, label: string): Html =>
  html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200" role="img" aria-label="${speakable(label)}">
${shape.segments.map(
  ({ from, to, color }) =>
    html`<path d="${arc(from, to)}" fill="${color}" stroke="${ground}" stroke-width="2"></path>`,
)}
<path d="M${onArc(shape.share, 126)}L${onArc(shape.share, 70)}" stroke="${ink}" stroke-width="4" stroke-linecap="round"></path>
${text(150, 135, 30, ink, 'middle', shape.value)}
${text(45, 160, 13, dim, 'middle', shape.low)}
${text(255, 160, 13, dim, 'middle', shape.high)}
${text(150, 165, 14, ink, 'middle', shape.label ?? '')}
${text(150, 190, 13, dim, 'middle', shape.caption)}
</svg>`

/** A bar that is filled as far as the goal is reached. */
export const progressSvg = (
  { share, value, told, caption }: ProgressShape,
  { ink, dim, line }: Colors,
  label: string,
): Html =>
  html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 110" role="img" aria-label="${speakable(label)}">
${text(0, 34, 32, ink, 'start', value)}
${text(400, 34, 14, dim, 'end', caption)}
<rect x="0" y="50" width="400" height="24" rx="6" fill="${line}"></rect>
<rect x="0" y="50" width="${rounded(400 * share)}" height="24" rx="6" fill="#246ccc"></rect>
${text(0, 96, 14, dim, 'start', told)}
</svg>`
