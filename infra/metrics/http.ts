import { Counter, Gauge, Histogram } from 'prom-client'
import { downloads, refusals, requests } from '../observation/index.ts'
import { buckets, type Registers } from './gauges.ts'
import { counting, type Unwatch } from './watching.ts'

type RequestLabels = { readonly method: string; readonly route: string; readonly status: string }

export const httpMetrics = (registers: Registers, unwatch: Unwatch) => {
  const answered = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  })
  const underWay = new Gauge({
    name: 'http_requests_under_way',
    help: 'Requests of the API that are not answered yet',
    registers,
  })
  const downloading = new Gauge({
    name: 'http_downloads_under_way',
    help: 'Files that are being sent',
    registers,
  })
  const refused = new Counter({
    name: 'limits_refused_total',
    help: 'Calls over their limit, by its class and by what was counted',
    labelNames: ['class', 'by'],
    registers,
  })
  unwatch.push(
    requests.watch(counting(underWay)),
    downloads.watch(counting(downloading)),
    refusals.watch(({ rate, by }) => refused.inc({ class: rate, by })),
  )
  return { observe: (labels: RequestLabels, seconds: number) => answered.observe(labels, seconds) }
}
