import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../support/until.ts'
import { bodyOf } from '../clients/client.ts'
import { isAcknowledged, outcomeOf, type Sent } from '../ledger.ts'
import type { Scenario } from '../scenario.ts'
import { connected } from './connected.ts'
import { meanwhile } from './steps.ts'

const statusOf = (sent: Sent) => bodyOf<{ status?: string }>(sent)?.status ?? outcomeOf(sent)

export const customerFails: Scenario = {
  id: 'R-33',
  about: 'a customer’s database is slow, cut, silent or half-open: queries fail, nothing else does',
  crowd: { writers: 4, readers: 2 },
  async play(stage) {
    const customer = await connected(stage)
    const faults = [
      { kind: 'slice' },
      { kind: 'cut', after: 100 },
      { kind: 'refuse' },
      { kind: 'half-open' },
    ] as const
    const others = () => stage.ledger.filter(({ client }) => !client.startsWith('analyst'))
    const failures = () =>
      others().filter(({ reply }) => reply.kind !== 'answered' || reply.status >= 500).length
    const before = failures()
    const seen = new Set<string>()
    try {
      for (const fault of faults) {
        stage.progress(fault.kind)
        customer.way.set(fault)
        const asked = Array.from({ length: 6 }, (_, n) => customer.query(`select ${n} as n`))
        // What hears nothing at all is waited for as long as a statement may take: we do not.
        const told = await Promise.race([Promise.all(asked), sleep(4_000)])
        for (const sent of told ?? []) seen.add(statusOf(sent))
        customer.way.set({ kind: 'pass' })
        customer.way.reset()
        await Promise.all(asked)
      }
      stage.expect(seen.has('failed'), `no query failed: ${[...seen].join(', ')}`)
      stage.expect(failures() === before, 'requests of others failed with it')
      const again = await until(
        () => customer.query('select 1 as one'),
        (sent) => statusOf(sent) === 'completed',
        60_000,
      )
      stage.expect(isAcknowledged(again), 'it did not come back')
    } finally {
      customer.close()
    }
    return `${faults.map(({ kind }) => kind).join(', ')}; queries answered ${[...seen].join(', ')}`
  },
}

export const customerSlow: Scenario = {
  id: 'R-30',
  about: 'twenty queries that sleep hold up nobody who asks for something else',
  crowd: { writers: 4, readers: 2 },
  async play(stage) {
    const customer = await connected(stage)
    const from = stage.crowd.done()
    const asked = Array.from({ length: 20 }, () => customer.query('select pg_sleep(600)'))
    await meanwhile(stage)
    const meanwhileDone = stage.crowd.done() - from
    stage.expect(meanwhileDone > 0, 'nobody got anything done')
    // As an operator would, so that the scenario need not wait for the limit of a statement.
    customer.way.set({ kind: 'refuse' })
    const outcomes = new Set((await Promise.all(asked)).map(statusOf))
    await until(customer.running, (running) => running === 0, 60_000)
    customer.close()
    return `20 sleepers ended as ${[...outcomes].join(', ')}; others did ${meanwhileDone} things`
  },
}
