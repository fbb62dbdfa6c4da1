/** One look at a service under load. */
export type Sample = {
  /** Seconds from the start. */
  readonly at: number
  /** MiB of memory of all its processes. */
  readonly memory: number
  readonly files: number
  readonly connections: number
  /** Milliseconds: the longest that a `/livez`, which does nothing, took to be answered. */
  readonly delay: number
  /** Milliseconds the read models are behind the log. */
  readonly lag: number
  /** Requests in all since the start, and those of them that failed. */
  readonly requests: number
  readonly failures: number
}

type Judged = { readonly ok: boolean; readonly text: string }

/** Seconds after which memory counts: caches fill and code is compiled before that. */
export const warmUp = 900

const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

const middle = (values: readonly number[]): number => quantile(values, 0.5)

/** How much the middle of the last quarter is above that of the first, as a share of it. */
const growth = (values: readonly number[]): number => {
  const quarter = Math.max(1, Math.floor(values.length / 4))
  const before = middle(values.slice(0, quarter))
  return before === 0 ? 0 : middle(values.slice(-quarter)) / before - 1
}

const percent = (share: number) => `${share < 0 ? '' : '+'}${(share * 100).toFixed(1)} %`

type Limits = { readonly memory: number; readonly delay: number; readonly lag: number }

/** L-08, and what any run has to keep. */
const limits: Limits = { memory: 0.05, delay: 50, lag: 2_000 }

/** Fewer samples than this say nothing about growth. */
const fewest = 20

/** What the samples say, each with what it was measured against. */
export const judge = (samples: readonly Sample[]): readonly Judged[] => {
  const after = samples.filter(({ at }) => at >= warmUp)
  const warm = after.length >= fewest ? after : []
  const column = (name: keyof Sample) => warm.map((sample) => sample[name])
  const grown = (name: 'memory' | 'files' | 'connections', most: number): Judged => {
    const share = growth(column(name))
    const text = `${name} ${percent(share)} after the first 15 minutes (at most ${percent(most)})`
    return { ok: share <= most, text }
  }
  const delay = quantile(
    samples.map((it) => it.delay),
    0.99,
  )
  const lag = quantile(
    samples.map((it) => it.lag),
    0.99,
  )
  const failures = samples.at(-1)?.failures ?? 0
  return [
    ...(warm.length === 0
      ? [{ ok: true, text: 'too short to say whether anything grows' }]
      : [grown('memory', limits.memory), grown('files', 0.05), grown('connections', 0.05)]),
    { ok: delay < limits.delay, text: `delay p99 ${delay.toFixed(0)} ms (below ${limits.delay})` },
    { ok: lag < limits.lag, text: `lag p99 ${lag.toFixed(0)} ms (below ${limits.lag})` },
    { ok: failures === 0, text: `${failures} of ${samples.at(-1)?.requests ?? 0} requests failed` },
  ]
}

const columns = [
  'at',
  'memory',
  'files',
  'connections',
  'delay',
  'lag',
  'requests',
  'failures',
] as const satisfies readonly (keyof Sample)[]

export const csvHead = columns.join(',')
export const csvLine = (sample: Sample): string =>
  columns.map((name) => String(Math.round(sample[name] * 10) / 10)).join(',')

const [width, height, margin] = [720, 90, 24]

const line = (samples: readonly Sample[], name: keyof Sample): string => {
  const most = Math.max(1, ...samples.map((it) => it[name]))
  const last = Math.max(1, samples.at(-1)?.at ?? 1)
  return samples
    .map(
      (it) =>
        `${((it.at / last) * width).toFixed(1)},${(height - (it[name] / most) * height).toFixed(1)}`,
    )
    .join(' ')
}

const charted = [
  ['memory', 'memory, MiB'],
  ['files', 'open files'],
  ['connections', 'connections to Postgres'],
  ['delay', 'delay of an answer that takes no work, ms'],
  ['lag', 'lag of the read models, ms'],
] as const

/** The samples over time, a strip for each column. */
export const chart = (samples: readonly Sample[]): string => {
  const strips = charted.map(([name, title], index) => {
    const y = margin + index * (height + margin)
    const most = Math.max(0, ...samples.map((it) => it[name]))
    return `<g transform="translate(0 ${y})">
  <text y="-6" font-size="12">${title}, at most ${Math.round(most)}</text>
  <rect width="${width}" height="${height}" fill="none" stroke="#ccc"/>
  <polyline fill="none" stroke="#2b6cb0" points="${line(samples, name)}"/>
</g>`
  })
  const full = margin + charted.length * (height + margin)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 0 ${width + 16} ${full}" font-family="sans-serif">
${strips.join('\n')}
</svg>
`
}
