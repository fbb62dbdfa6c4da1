import { directionControls, isolate, rightToLeft } from './direction.ts'

const turning = new RegExp(`[${directionControls}${rightToLeft}]`, 'u')

/** Isolates of its own could end the one around it. */
const isolates = /[\u2066-\u2069]/g

/** A name within a sentence: what turns text in it turns nothing around it. */
export const isolated = (name: string): string =>
  turning.test(name) ? isolate(name.replace(isolates, '')) : name
