import type { InstanceEvent } from '../../shared/events/instance.ts'
import type { Decider, Named } from '../../shared/kernel/decider.ts'
import { refuseUnless } from '../../shared/kernel/refusal.ts'

type Completed = Named<InstanceEvent, 'SetupCompleted'>['data']

export type Instance = {
  readonly initialised: boolean
  /** The first admin as set-up decided; all else follows from it and can be finished later. */
  readonly firstAdmin: Completed | undefined
}

export type InstanceCommand =
  | { type: 'InitialiseInstance'; data: Record<string, never> }
  | { type: 'CompleteSetup'; data: Completed }

/** Racing set-ups meet on this stream: one event wins, hence one first admin. */
export const instanceDecider: Decider<Instance, InstanceCommand, InstanceEvent> = {
  initial: { initialised: false, firstAdmin: undefined },
  decide: {
    InitialiseInstance: (data, { initialised }) =>
      initialised ? [] : [{ type: 'InstanceInitialised', data }],
    CompleteSetup: (data, { firstAdmin }) => {
      refuseUnless(firstAdmin === undefined, 'forbidden', 'This service is set up already.')
      return [{ type: 'SetupCompleted', data }]
    },
  },
  evolve: {
    InstanceInitialised: (it) => ({ ...it, initialised: true }),
    SetupCompleted: (it, firstAdmin) => ({ ...it, firstAdmin }),
  },
}
