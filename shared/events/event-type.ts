import { z } from 'zod'

type Data = Record<string, unknown>

/** Turns the payload of one schema version into that of the next; pure, no I/O. */
export type Upcaster = (data: Data) => Data

/** What is known of one event type: the shape of its payload today, and how it got there. */
export type EventType<S extends z.ZodType = z.ZodType> = {
  readonly schema: S
  readonly version: number
  /** Keyed by the version they start from: every version below the current one has its step. */
  readonly upcasters: Readonly<Record<number, Upcaster>>
  /** Someone may do less after this event: it is acknowledged only once readers know it. */
  readonly takesAccess: boolean
  /** The payload holds sealed data of the person `userId` names. */
  readonly personal: boolean
}

type Options = {
  readonly version?: number
  readonly upcasters?: Readonly<Record<number, Upcaster>>
  readonly takesAccess?: boolean
  readonly personal?: boolean
}

/** Declares an event type. A payload once published is never edited: add a version instead. */
export const eventType = <S extends z.ZodType>(schema: S, options: Options = {}): EventType<S> => ({
  schema,
  version: options.version ?? 1,
  upcasters: options.upcasters ?? {},
  takesAccess: options.takesAccess ?? false,
  personal: options.personal ?? false,
})

/** The union of messages a catalogue of event types describes. */
export type EventOf<C extends Record<string, EventType>> = {
  [T in keyof C & string]: { readonly type: T; readonly data: Readonly<z.infer<C[T]['schema']>> }
}[keyof C & string]

export const id = z.int().min(1)

/** Personal data, encrypted under its person's key; unreadable once that key is deleted. */
export const sealed = z.string().brand<'Sealed'>()
export type Sealed = z.infer<typeof sealed>
