import { z } from 'zod'

const secondsIn: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** Seconds; `90`, `90s`, `15m`, `12h` and `14d` are all understood. */
export const duration = (most: number) => {
  const message = `must be a duration such as 90s, 15m, 12h or 14d, up to ${most} seconds`
  return z
    .string()
    .regex(/^\d{1,9}[smhd]?$/, message)
    .transform((text) => Number.parseInt(text, 10) * (secondsIn[text.slice(-1)] ?? 1))
    .refine((seconds) => seconds >= 1 && seconds <= most, message)
}
