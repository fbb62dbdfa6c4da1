import type { BaseType } from '../../../shared/kernel/base-type.ts'
import {
  instantTypes,
  numericTypes,
  temporalTypes,
  textTypes,
} from '../../../shared/kernel/base-type.ts'

type Face = { readonly name: string; readonly baseType: BaseType; readonly primaryKey: boolean }

const dates: ReadonlySet<BaseType> = new Set(['type/Date'])
const integers: ReadonlySet<BaseType> = new Set(['type/Integer', 'type/BigInteger'])
const any: ReadonlySet<BaseType> = new Set([...numericTypes, ...textTypes, ...temporalTypes])
const categories: ReadonlySet<BaseType> = new Set([...textTypes, ...integers])

/** First rule wins: what the name of a column and its type together suggest it means. */
const rules: readonly (readonly [RegExp, ReadonlySet<BaseType>, string])[] = [
  [/^id$/, any, 'type/PK'],
  [/(^|_)lat(itude)?$/, numericTypes, 'type/Latitude'],
  [/(^|_)(lon|lng|longitude)$/, numericTypes, 'type/Longitude'],
  [/(^|_)e?mail$/, textTypes, 'type/Email'],
  [/(^|_)city$/, textTypes, 'type/City'],
  [/(^|_)state$/, textTypes, 'type/State'],
  [/(^|_)country$/, textTypes, 'type/Country'],
  [/(^|_)(zip|zip_?code|postal_?code)$/, any, 'type/ZipCode'],
  [/^(first|last|full)?_?name$/, textTypes, 'type/Name'],
  [/(^|_)(category|type|status|role|gender)$/, categories, 'type/Category'],
  [/(^|_)url$/, textTypes, 'type/URL'],
  [/(^|_)(quantity|count)$/, integers, 'type/Quantity'],
  [/^(created?|create_?d?|start(ed)?)_?(at|on|date|time)?$/, dates, 'type/CreationDate'],
  [
    /^(created?|create_?d?|start(ed)?)_?(at|on|date|time)?$/,
    instantTypes,
    'type/CreationTimestamp',
  ],
  [/^update(d)?_?(at|on|date|time)?$/, dates, 'type/UpdatedDate'],
  [/^update(d)?_?(at|on|date|time)?$/, instantTypes, 'type/UpdatedTimestamp'],
  [/^cancel(l?ed)?_?(at|on|date|time)?$/, instantTypes, 'type/CancelationTimestamp'],
  [/^delet(ed?|ion)_?(at|on|date|time)?$/, instantTypes, 'type/DeletionTimestamp'],
  [/^(birth_?(date|day)|date_of_birth)$/, temporalTypes, 'type/Birthdate'],
  [/(^|_)(score|rating)$/, numericTypes, 'type/Score'],
  [/(^|_)(source|channel)$/, textTypes, 'type/Source'],
  [/(^|_)title$/, textTypes, 'type/Title'],
  [/(^|_)description$/, textTypes, 'type/Description'],
  [/(^|_)(comment|body)$/, textTypes, 'type/Comment'],
  [/(^|_)discount$/, numericTypes, 'type/Discount'],
  [/(^|_)(cost|price)$/, numericTypes, 'type/Cost'],
  [/(^|_)(income|revenue)$/, numericTypes, 'type/Income'],
  [/(^|_)margin$/, numericTypes, 'type/GrossMargin'],
]

/** What a column probably means, or null; a declared primary key is one whatever its name. */
export const semanticTypeOf = ({ name, baseType, primaryKey }: Face): string | null => {
  if (primaryKey) return 'type/PK'
  const lower = name.toLowerCase()
  const rule = rules.find(([pattern, types]) => types.has(baseType) && pattern.test(lower))
  return rule?.[2] ?? null
}
