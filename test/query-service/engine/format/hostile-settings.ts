import fc from 'fast-check'
import { columnSettings } from '../../../../shared/contract/visualization-settings.ts'

const plausible = fc.constantFrom(
  ...['percent', 'scientific', 'currency', 'EUR', 'ZZZ', 'name', 'seconds', 'HH:mm', 'D/M/YYYY'],
  ...['=1+1', '"', '""', ';', '[Red]', '_x0041_', '\n', '\t', '&<>', '𝌆', '[', '@', '.,', ',,'],
)

const value = fc.oneof(
  plausible,
  fc.string({ unit: 'binary' }),
  fc.integer({ min: -5, max: 40 }),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue(),
)

/** Settings of one column, known and unknown ones, with anything at all as their values. */
export const hostileSettings = fc.dictionary(
  fc.oneof(fc.constantFrom(...Object.keys(columnSettings.shape)), fc.string()),
  value,
  { noNullPrototype: true },
)
