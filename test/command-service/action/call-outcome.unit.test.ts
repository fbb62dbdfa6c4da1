import { expect, test } from '@jest/globals'
import { endOfCall } from '../../../command-service/action/call-outcome.ts'
import { Refusal } from '../../../shared/kernel/refusal.ts'

const answered = (status: number, body: string) =>
  endOfCall({ kind: 'answered', status, headers: {}, body })

test('what another service answers is shown as JSON, or as text where it is none to walk through', () => {
  const bodyOf = (body: string) => {
    const { ending, told } = answered(200, body)
    expect(ending.outcome).toBe('committed')
    expect(() => JSON.stringify(told)).not.toThrow()
    return (told as { 'remote-body': unknown })['remote-body']
  }
  expect(bodyOf('{"ticket": [7]}')).toEqual({ ticket: [7] })
  expect(bodyOf('')).toBeNull()
  expect(bodyOf('a\u0000b')).toBe('a\ufffdb')
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  expect(bodyOf(deep)).toBe(deep)
})

test('whoever called reads with which status it failed', () => {
  const { ending, told } = answered(503, 'secret words')
  expect(ending).toMatchObject({ outcome: 'failed', problem: 'status-503' })
  expect(told).toBeInstanceOf(Refusal)
  expect((told as Refusal).extras.body).toEqual({ 'remote-status': 503 })
})
