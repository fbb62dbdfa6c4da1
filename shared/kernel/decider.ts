/** A command or an event before it has an envelope: a name and its data. */
export type Message<T extends string = string, D = unknown> = { readonly type: T; readonly data: D }

/** The member of a union of messages that carries this name. */
export type Named<M extends Message, T extends M['type']> = Extract<M, { type: T }>

/**
 * The rules of one kind of stream, as a value. Pure: ids, time, hashes and the actor come in with
 * the command. `decide` answers the facts to record, `[]` when nothing changes, or throws a
 * `Refusal`. `evolve` never throws.
 */
export type Decider<S, C extends Message, E extends Message> = {
  readonly initial: S
  readonly decide: {
    readonly [T in C['type']]: (data: Named<C, T>['data'], state: S) => readonly E[]
  }
  readonly evolve: { readonly [T in E['type']]: (state: S, data: Named<E, T>['data']) => S }
}

// The two dispatch helpers below hold the only casts of this file: a table keyed by `type` cannot
// be indexed by a union without losing the link between key and argument.

/** Runs one command against a state. */
export const decide = <S, C extends Message, E extends Message>(
  decider: Decider<S, C, E>,
  command: C,
  state: S,
): readonly E[] => {
  const rule = decider.decide[command.type as C['type']] as (
    data: unknown,
    state: S,
  ) => readonly E[]
  return rule(command.data, state)
}

/** Folds one event into a state; an event this decider does not know leaves it as it was. */
export const evolve = <S, C extends Message, E extends Message>(
  decider: Decider<S, C, E>,
  state: S,
  event: Message,
): S => {
  const step = (decider.evolve as Record<string, ((state: S, data: unknown) => S) | undefined>)[
    event.type
  ]
  return step ? step(state, event.data) : state
}

/** The state after a history. */
export const fold = <S, C extends Message, E extends Message>(
  decider: Decider<S, C, E>,
  events: Iterable<Message>,
): S => {
  let state = decider.initial
  for (const event of events) state = evolve(decider, state, event)
  return state
}
