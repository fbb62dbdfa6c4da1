import type { SignedManifest } from '../../../shared/audit/manifest.ts'
import type { Evident } from './walk.ts'

const isPosition = (bound: string): boolean => /^\d+$/.test(bound)

/** Whether an event belongs into a file up to a bound, as the manifest states it. */
export const isBefore = ({ position, recordedAt }: Evident, bound: string): boolean =>
  isPosition(bound) ? BigInt(position) < BigInt(bound) : recordedAt < bound

/**
 * Whether the log had come to a file's bound when the file was made, by its own signed word. If
 * not, events from before the bound may have been recorded since.
 */
export const reachesBound = ({ to, log_position, created_at }: SignedManifest): boolean => {
  if (to === null) return false
  return isPosition(to) ? BigInt(log_position) + 1n >= BigInt(to) : created_at >= to
}
