import { expect, test } from '@jest/globals'
import {
  type ActionRunCommand,
  actionRunDecider,
} from '../../../command-service/action/run-decider.ts'
import { knownEnd } from '../../../command-service/action/told.ts'
import { givenFor } from '../../support/given.ts'
import { runFinished, runStarted } from '../../support/some-actions.ts'

const given = givenFor(actionRunDecider)

const start: ActionRunCommand = { type: 'StartRun', data: runStarted.data }
const committed = {
  outcome: 'committed',
  rowsAffected: [1],
  durationMs: 12,
  problem: null,
} as const
const finish: ActionRunCommand = { type: 'FinishRun', data: { ...committed, rowsAffected: [1] } }
const giveUp: ActionRunCommand = { type: 'GiveUpRun', data: {} }
const lost = runFinished({
  outcome: 'unknown',
  rowsAffected: [],
  durationMs: null,
  problem: 'interrupted',
})

test('a run begins once and ends once', () => {
  given().when(start).then(runStarted)
  given(runStarted).when(start).then()
  given(runStarted).when(finish).then(runFinished())
  given(runStarted, runFinished()).when(finish).then()
  given().when(finish).then()
})

test('one that nobody saw end is given up, and its own end is right if it comes after all', () => {
  given(runStarted).when(giveUp).then(lost)
  given(runStarted, lost).when(giveUp).then()
  given(runStarted, runFinished()).when(giveUp).then()
  given(runStarted, lost).when(finish).then(runFinished())
  given().when(giveUp).then()
})

test('an end that is known to be unknown stays so', () => {
  const unanswered = runFinished({ outcome: 'unknown', problem: 'commit-unanswered' })
  given(runStarted, unanswered).when(finish).then()
})

test('whoever repeats a run is told from the record, and never that it succeeded where it did not', () => {
  const { runId, actionId, ...end } = runFinished().data
  expect(knownEnd(end)).toEqual({ 'rows-affected': [1], success: true })
  const kinds = (['rolled-back', 'failed', 'refused'] as const).map((outcome) =>
    knownEnd({ ...end, outcome }),
  )
  for (const told of kinds) expect(told).toMatchObject({ kind: 'action-failed' })
  expect(knownEnd({ ...end, outcome: 'unknown' })).toMatchObject({ kind: 'action-outcome-unknown' })
  expect(knownEnd(undefined)).toMatchObject({ kind: 'action-outcome-unknown' })
})
