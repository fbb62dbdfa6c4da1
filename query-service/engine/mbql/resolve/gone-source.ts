import { Refusal } from '../../../../shared/kernel/refusal.ts'

/** A saved question that others are built on is not there any more. */
export const goneSource = (id: number): Refusal =>
  new Refusal('not-found', `The saved question ${id}, on which this one is built, is gone.`)
