import * as admin from '../../../shared/contract/admin.ts'
import type { Examples } from './example.ts'

export const adminExamples: Examples = [[admin.listProjections, {}]]
