import { longestName } from '../shared/contract/common.ts'

/** What a copy is called by itself; a letter of two halves is not cut in two. */
export const nameOfCopy = (original: string): string =>
  `Copy of ${original}`.slice(0, longestName).replace(/[\ud800-\udbff]$/, '')
