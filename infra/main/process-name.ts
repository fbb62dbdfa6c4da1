import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Role } from '../roles.ts'

/** Tells this one from others: in two containers they may have the same number, on one host a name. */
export const mark = randomBytes(3).toString('hex')

/** What this process is called where several work together. */
export const processName = (role: Role): string => `${role} ${hostname()} ${process.pid} ${mark}`
