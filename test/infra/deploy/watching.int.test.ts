import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { alertRules, dashboardPanels, metricsIn } from '../../support/deploy/watched-metrics.ts'

const promtool = (...args: string[]) => execFileSync('promtool', args, { encoding: 'utf8' })

test('Prometheus takes its configuration, and alerts say what they should, when they should', () => {
  expect(promtool('check', 'config', 'infra/deploy/prometheus/prometheus.yml')).toMatch(
    /SUCCESS: \d+ rules found/,
  )
  expect(promtool('test', 'rules', 'infra/deploy/prometheus/alerts.test.yml')).toMatch(/SUCCESS/)
}, 60_000)

test('each alert says how bad it is and what to do', () => {
  const rules = alertRules()
  const headings = [...readFileSync('docs/operations.md', 'utf8').matchAll(/^## (.+)$/gm)]
  const anchors = headings.map(([, text = '']) => text.toLowerCase().replaceAll(' ', '-'))
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const { labels, annotations, expr } of rules) {
    expect(['info', 'warning', 'critical']).toContain(labels.severity)
    expect(annotations.summary).not.toBe('')
    const [file, anchor] = annotations.runbook_url.split('#')
    expect(file).toBe('docs/operations.md')
    expect(anchors).toContain(anchor)
    expect(expr.startsWith('up') || expr.includes('(up') || metricsIn(expr).length > 0).toBe(true)
  }
})

test('the dashboard is whole: every panel has its place and asks the chosen source for one job', () => {
  const panels = dashboardPanels()
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, n) => `${x + (n % w)},${y + Math.floor(n / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  for (const { title, type, targets = [], gridPos } of panels) {
    expect(title).not.toBe('')
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
    expect([title, targets.length > 0]).toEqual([title, type !== 'row'])
    expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length)
    for (const { expr, datasource } of targets) {
      expect(datasource.uid).toBe(`\${source}`)
      expect(expr).toContain('{job="$job"')
      expect([...expr].filter((one) => one === '(').length).toBe(
        [...expr].filter((one) => one === ')').length,
      )
    }
  }
})
