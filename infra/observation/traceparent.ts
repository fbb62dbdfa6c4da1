type Provider = () => string | undefined

let provider: Provider = () => undefined

/** As W3C Trace Context has it, of version 00: 55 characters, and nothing but digits in between. */
export const isTraceparent = (text: unknown): text is string =>
  typeof text === 'string' &&
  /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/.test(text)

/** Where this process is within a trace; undefined where none is made, or this one is not kept. */
export const currentTraceparent: Provider = () => provider()

/** Answers how to take it back. */
export const provideTraceparent = (given: Provider): (() => void) => {
  provider = given
  return () => {
    provider = () => undefined
  }
}
