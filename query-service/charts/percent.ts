import { valueText } from '../engine/format/value-text.ts'

const text = valueText({ baseType: 'type/Float', semanticType: 'type/Percentage' })

/** `0.1234` → `12.3%`; whole from a hundred on. */
export const percentText = (share: number): string => {
  const digits = Math.abs(share) >= 1 ? 2 : 3
  return text(Number(share.toFixed(digits)))
}
