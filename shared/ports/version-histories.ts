import type { ActionState } from '../actions/action-state.ts'
import type { CardState } from '../cards/card-state.ts'
import type { DashboardState } from '../dashboards/dashboard-state.ts'
import type { EventActor } from '../kernel/event.ts'

/** Something as it was from a moment on, and who made it so. */
export type Version<S> = {
  /** 1 is the first. */
  readonly version: number
  /** ISO 8601. */
  readonly at: string
  readonly actor: EventActor
  readonly state: S
  /** The version whose content was brought back. */
  readonly restoredTo: number | null
}

/** The past of things whose every event is a version, as the log has it. */
export type VersionHistories<S> = {
  /** From the first version on; none for what is not there. */
  of(id: number): Promise<readonly Version<S>[]>
}

export type ActionHistories = VersionHistories<ActionState>
export type CardHistories = VersionHistories<CardState>
export type DashboardHistories = VersionHistories<DashboardState>
