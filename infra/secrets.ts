import { readFileSync } from 'node:fs'

/** A secret's file, without the line end that editors and mounts add. */
export const readSecretFile = (path: string): string =>
  readFileSync(path, 'utf8').replace(/\r?\n$/, '')
