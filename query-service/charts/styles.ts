import type { Theme } from './picture.ts'
import { colors } from './themes.ts'

const variables = (theme: Theme): string => {
  const { ground, ink, dim, line } = colors[theme]
  const shown = theme === 'transparent' ? 'transparent' : ground
  return `.picture.${theme} { --ground: ${shown}; --ink: ${ink}; --dim: ${dim}; --line: ${line}; }`
}

/** How pictures look, for whatever page or mail holds them. */
export const chartStyles = `${(['light', 'night', 'transparent'] as const).map(variables).join('\n')}
.picture {
  margin: 0; padding: 0.75rem 0.9rem; background: var(--ground); color: var(--ink);
  font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  display: flex; flex-direction: column; min-width: 0;
}
.picture figcaption { margin-bottom: 0.5rem; }
.picture .title { font-weight: 650; overflow-wrap: anywhere; }
.picture .unseen {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap;
}
.picture > svg { display: block; width: 100%; height: auto; }
.picture .rows { overflow: auto; max-height: 32rem; border: 1px solid var(--line); border-radius: 8px; }
.picture table { border-collapse: separate; border-spacing: 0; width: 100%; font-size: 0.9rem; }
.picture th, .picture td {
  text-align: left; vertical-align: top; padding: 0.4rem 0.65rem;
  border-bottom: 1px solid var(--line); overflow-wrap: anywhere; min-width: 5rem; max-width: 30rem;
}
.picture td:not(.number) { min-width: 11rem; }
.picture th { white-space: nowrap; font-weight: 600; }
.picture thead th { position: sticky; top: 0; background: var(--ground); color: var(--dim); }
.picture.transparent thead th { position: static; }
.picture tbody tr:last-child > * { border-bottom: 0; }
.picture .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.picture tbody th { color: var(--ink); }
.picture .total > * { font-weight: 700; background: var(--line); }
.picture.gauge > svg, .picture.progress > svg { max-width: 26rem; margin: 0 auto; }
.picture .value { font-size: clamp(1.8rem, 8vw, 3rem); font-weight: 700; line-height: 1.15; margin: 0; overflow-wrap: anywhere; }
.picture .of, .picture .change, .picture .note, .picture .empty { color: var(--dim); margin: 0.3rem 0 0; }
.picture .note { font-size: 0.85rem; }
.picture .as-table { margin-top: 0.5rem; font-size: 0.9rem; color: var(--dim); }
.picture .as-table summary { cursor: pointer; width: max-content; }
.picture .as-table .rows { margin-top: 0.4rem; color: var(--ink); }
@media print {
  .picture { break-inside: avoid; padding: 0; }
  .picture .rows { overflow: visible; max-height: none; }
  .picture .as-table { display: none; }
}
`
