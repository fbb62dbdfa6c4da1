import { Gauge, type Registry } from 'prom-client'

export type Registers = Registry[]

type Labels = Readonly<Record<string, string>>

/** Values of labels, and a number for them. */
export type Sample = readonly [labels: Labels, value: number]

/** Facts that many gauges ask for at once are found out once. */
const together = <Facts>(facts: () => Facts | Promise<Facts>) => {
  let asked: Promise<Facts> | undefined
  const forget = () =>
    setImmediate(() => {
      asked = undefined
    })
  return (): Promise<Facts> => {
    asked ??= Promise.resolve().then(facts).finally(forget)
    return asked
  }
}

/**
 * Gauges over facts that are found out when somebody looks. What cannot be found out has no sample:
 * a metric that is not there can be told from one that is 0, and the others are answered.
 */
export const gaugesOf = <Facts>(
  registers: Registers,
  facts: () => Facts | Promise<Facts>,
  labelNames: readonly string[] = [],
) => {
  const found = together(facts)
  return (name: string, help: string, samplesOf: (facts: Facts) => readonly Sample[]) =>
    new Gauge({
      name,
      help,
      registers,
      labelNames: [...labelNames],
      async collect() {
        const samples = await found().then(samplesOf, () => [])
        this.reset()
        if (samples.length === 0 && labelNames.length === 0) this.remove()
        for (const [labels, value] of samples) this.set(labels, value)
      },
    })
}

/** Seconds, from the quickest answer to the slowest question. */
export const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
