import type { Scenario } from '../scenario.ts'
import { actionsCut } from './actions.ts'
import { customerFails, customerSlow } from './customer.ts'
import { away, badLine, commitLost, restarted, slowAppend, storeKilled } from './database.ts'
import { busKilled, countsAway, forged } from './hints.ts'
import {
  commandKilled,
  drained,
  projectorKilled,
  queryKilled,
  standbyTakesOver,
  workerKilled,
} from './kills.ts'
import { rebuiltUnderLoad, revokedWhileStopped } from './read-models.ts'
import { diskFull, fewFiles, fsyncFails, otherClock } from './shortage.ts'
import { absentAtStart } from './start.ts'

/** Ways in which a world goes wrong, in the order of the catalogue. */
export const scenarios: readonly Scenario[] = [
  commitLost,
  commandKilled,
  queryKilled,
  projectorKilled,
  standbyTakesOver,
  forged,
  busKilled,
  slowAppend,
  restarted,
  storeKilled,
  away,
  countsAway,
  revokedWhileStopped,
  badLine,
  rebuiltUnderLoad,
  diskFull,
  fsyncFails,
  otherClock,
  customerSlow,
  customerFails,
  actionsCut,
  drained,
  absentAtStart,
  fewFiles,
  workerKilled,
]
