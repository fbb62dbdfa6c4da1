import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Role } from '../roles.ts'

/** Processes of two containers may have the same number, and of one host the same name. */
const mark = randomBytes(3).toString('hex')

/** What this process is called where several work together. */
export const processName = (role: Role): string => `${role} ${hostname()} ${process.pid} ${mark}`
