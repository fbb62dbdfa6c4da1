import { z } from 'zod'

export const backupFormat = 'analytics-service-backup/1'

const position = z.string().regex(/^\d{1,19}$/)

/** The first line: what this is a backup of. */
export const backupManifest = z.object({
  format: z.literal(backupFormat),
  created_at: z.iso.datetime(),
  /** The release that made it. */
  release: z.string(),
  /** The master key that secrets and names in it are encrypted under: keep it elsewhere. */
  key_id: z.string().nullable(),
  /** The last event in it. */
  position,
  migrations: z.array(z.string()),
  /** Mondays of the weeks that the record of queries has. */
  weeks: z.array(z.iso.date()),
})
export type BackupManifest = z.infer<typeof backupManifest>

/** The last line: what all lines before it come to. */
export const backupEnd = z.object({
  rows: z.record(z.string(), z.int().min(0)),
  events: z.int().min(0),
  streams: z.int().min(0),
  /** Of the log, as `events copy` computes it. */
  digest: z.string(),
  /** SHA-256 of everything before this line. */
  sha256: z.string(),
})
export type BackupEnd = z.infer<typeof backupEnd>

/** A line is a name, a tab and JSON. */
export const lineOf = (name: string, json: string): string => `${name}\t${json}\n`
