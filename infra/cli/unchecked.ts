import { StartupProblem } from '../startup-problem.ts'

/** A check could not be made at all, which is neither of its outcomes: the command ends with 2. */
export class Unchecked extends StartupProblem {}
