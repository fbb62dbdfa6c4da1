/** An answer that has been written as JSON already; `T` is what it says. */
export class JsonText<T> {
  readonly text: string
  declare readonly says?: T

  constructor(text: string) {
    this.text = text
  }
}

/** 304: whoever asks has this very version of the answer (see `versioned` of an endpoint). */
export const notModified = { kind: 'not-modified' } as const
export type NotModified = typeof notModified
