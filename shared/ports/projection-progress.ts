/** How far readers can see. */
export type ProjectionProgress = {
  /** Last position known to be applied; may lag the truth by a moment. */
  known(): bigint
  /** Waits until the position is applied; false when that takes longer than the limit. */
  reached(position: bigint, limitMs: number): Promise<boolean>
}
