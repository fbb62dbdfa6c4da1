import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

export type Rule = {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly runbook_url: string }
}

export type Panel = {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly gridPos: {
    readonly x: number
    readonly y: number
    readonly w: number
    readonly h: number
  }
  readonly targets?: readonly {
    readonly expr: string
    readonly refId: string
    readonly datasource: { readonly uid: string }
  }[]
}

export const alertRules = (): readonly Rule[] =>
  parse(readFileSync('infra/deploy/prometheus/alerts.yml', 'utf8')).groups.flatMap(
    ({ rules }: { rules: readonly Rule[] }) => rules,
  )

export const dashboardPanels = (): readonly Panel[] =>
  JSON.parse(readFileSync('infra/deploy/grafana/dashboard.json', 'utf8')).panels

/** Names of metrics in an expression: ours have underscores, functions have brackets. */
export const metricsIn = (expression: string): readonly string[] => {
  const bare = expression
    .replaceAll(/\{[^}]*\}/g, ' ')
    .replaceAll(/\b(?:by|ignoring|on)\s*\([^)]*\)/g, ' ')
    .replaceAll(/\[[^\]]*\]/g, ' ')
  return [...bare.matchAll(/\b[a-z]+(?:_[a-z0-9]+)+\b(?!\s*\()/g)].map(([name]) => name)
}

/** All that rules and the dashboard ask for; what other exporters tell is not among it. */
export const watchedMetrics = (): readonly string[] => {
  const asked = [
    ...alertRules().map(({ expr }) => expr),
    ...dashboardPanels().flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ]
  const names = new Set(asked.flatMap(metricsIn))
  return [...names].filter((name) => !name.startsWith('node_')).sort()
}

/** Names a scrape tells of, those of a histogram's parts among them. */
export const metricsTold = (scrape: string): ReadonlySet<string> =>
  new Set(
    [...scrape.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  )
