import type { SignedManifest } from '../audit/manifest.ts'

/** An end of a stretch of the log: a position, or an ISO 8601 UTC time with milliseconds. */
export type Bound =
  | { readonly position: bigint }
  | {
      readonly time: string
    }

/** From the event at or after `from` to the last one before `to`. */
export type Stretch = { readonly from?: Bound | undefined; readonly to?: Bound | undefined }

/** Signed copies of the events that bear on access, which can be checked without this service. */
export type Evidence = {
  /**
   * Writes the events as lines, then the manifest as the last one; answers the manifest.
   * @throws the signal's reason when it aborts.
   */
  export(
    stretch: Stretch,
    sink: (chunk: Uint8Array) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<SignedManifest>
  /**
   * The manifest of no events at the end of the log: keep it elsewhere, check later files with it.
   * Of `since`, the size of an earlier manifest, it proves that the history goes on from there.
   * @throws {Refusal} `validation` when there are fewer events than that.
   */
  head(options?: {
    readonly since?: number | undefined
    readonly signal?: AbortSignal
  }): Promise<SignedManifest>
  /** For checking signatures. */
  readonly publicKey: { readonly keyId: string; readonly pem: string }
}
