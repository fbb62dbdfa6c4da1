import { z } from 'zod'

/** JSON to JSON-like value and back; every schema of a setting can be read in both directions. */
type Shape = z.ZodType

type FromText = z.ZodType<unknown, string>

/** Who is told a value; an admin is told all of them, secrets masked. */
export type Visibility = 'public' | 'authenticated' | 'admin'

/**
 * Whether a value may stand in an event. Addresses of people may not, and secrets may not even be
 * shown to those who set them: both are kept in the vault.
 */
export type Privacy = 'plain' | 'personal' | 'secret'

export type Setting<S extends Shape = Shape, F = z.input<S> | null> = {
  /** From what the API speaks and events hold to what code reads, and back. */
  readonly schema: S
  /** What holds while nobody says anything, as the API speaks; null: nothing does. */
  readonly fallback: F
  readonly environmentName: string
  /** From the text of an environment variable to what the API speaks. */
  readonly fromText: FromText
  readonly visibleTo: Visibility
  readonly privacy: Privacy
  /** Says who may do what: whoever changes it may take something from somebody. */
  readonly guardsAccess: boolean
  readonly about: string
}

type Definition<S extends Shape, F> = {
  readonly schema: S
  readonly fallback: F
  readonly about: string
  readonly environmentName: string
  readonly visibleTo?: Visibility
  readonly privacy?: Privacy
  readonly guardsAccess?: boolean
  readonly fromText?: FromText
}

/** Declares a setting: text unless `fromText` says otherwise, and for admins alone. */
export const setting = <S extends Shape, const F extends z.input<S> | null>({
  visibleTo = 'admin',
  privacy = 'plain',
  guardsAccess = false,
  fromText = z.string(),
  ...definition
}: Definition<S, F>): Setting<S, F> => ({
  ...definition,
  visibleTo,
  privacy,
  guardsAccess,
  fromText,
})

/** What code reads: null only where nothing may hold. */
export type ValueOf<T> =
  T extends Setting<infer S, infer F> ? z.output<S> | (F extends null ? null : never) : never
