import { acknowledged } from './acknowledged.ts'
import { actionRuns } from './action-runs.ts'
import { atMostOnce } from './at-most-once.ts'
import { calmAfterwards } from './calm.ts'
import { chainVerifies } from './chain.ts'
import { endedSessions } from './ended-sessions.ts'
import type { Evidence, Invariant } from './evidence.ts'
import { graphRevisions } from './graph-revisions.ts'
import { lostRights } from './lost-rights.ts'
import { once } from './once.ts'
import { ownWrites } from './own-writes.ts'
import { peopleAndLinks } from './people-and-links.ts'
import { rebuiltEqual } from './rebuilt-equal.ts'
import { replies } from './replies.ts'
import { streamVersions } from './stream-versions.ts'

export const invariants: readonly Invariant[] = [
  acknowledged,
  once,
  atMostOnce,
  streamVersions,
  rebuiltEqual,
  graphRevisions,
  endedSessions,
  lostRights,
  peopleAndLinks,
  chainVerifies,
  actionRuns,
  calmAfterwards,
  replies,
  ownWrites,
]

export type Violation = { readonly id: string; readonly text: string }

/** Everything that should have held and did not. */
export const violationsIn = (evidence: Evidence): readonly Violation[] =>
  invariants.flatMap(({ id, check }) => check(evidence).map((text) => ({ id, text })))
