/** An answer that has been written as JSON already, bytes being UTF-8; `T` is what it says. */
export class JsonText<T> {
  readonly text: string | Uint8Array
  declare readonly says?: T

  constructor(text: string | Uint8Array) {
    this.text = text
  }
}

/** 304: whoever asks has this very version of the answer (see `versioned` of an endpoint). */
export const notModified = { kind: 'not-modified' } as const
export type NotModified = typeof notModified
