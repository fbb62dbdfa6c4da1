import type { Config } from '../config.ts'

export type Telemetry = {
  /** What is not sent yet is, as far as that takes no longer than two seconds. */
  stop(): Promise<void>
}

const none: Telemetry = { stop: async () => undefined }

/** Traces of this process, sent to a collector; without one, no code of theirs is even loaded. */
export const openTelemetry = async (
  { tracesUrl: url, role }: Pick<Config, 'tracesUrl' | 'role'>,
  version: string,
): Promise<Telemetry> => {
  if (url === undefined) return none
  const { startTracing } = await import('./tracing.ts')
  return startTracing({ url, role, version })
}
