import type { Context } from './context.ts'
import { type Expression, literal, unlessNull } from './expression.ts'
import { firstMatch } from './text.ts'

/** All between the scheme or the user and the port or the path. */
const authority = (url: Expression, context: Context): Expression => {
  const pattern = literal('^(?:[a-zA-Z][a-zA-Z0-9+.-]*://)?(?:[^/?#@]*@)?([^/:?#]+)')
  const found = firstMatch(url, pattern, 0, context)
  return unlessNull(found, context.variables, (text) => ({ $toLower: text }))
}

/** Two labels, or three where the last two are of the kind of `co.uk`. */
const hostOf = (name: Expression, context: Context): Expression =>
  firstMatch(name, literal('[^.]+[.](?:[^.]{1,3}[.][a-z]{2}|[^.]+)$'), 'match', context)

const host = (url: Expression, context: Context): Expression =>
  hostOf(authority(url, context), context)

/** What stands before the host, but for `www` and the dot. */
const subdomain = (url: Expression, context: Context): Expression => {
  const { variables } = context
  return unlessNull(authority(url, context), variables, (name) =>
    unlessNull(hostOf(name, context), variables, (end) => {
      const length = { $subtract: [{ $strLenCP: name }, { $strLenCP: end }] }
      const before = { $substrCP: [name, 0, length] }
      const label = firstMatch(before, literal('^(?:www[.])?(.*?)[.]?$'), 0, context)
      return { $ifNull: [label, literal('')] }
    }),
  )
}

/** Functions of a web or mail address; null where it is none. */
export const urlFunctions = {
  domain: (url, context) =>
    unlessNull(host(url, context), context.variables, (name) => ({
      $arrayElemAt: [{ $split: [name, literal('.')] }, 0],
    })),
  host,
  path: (url, context) =>
    unlessNull(url, context.variables, (text) => ({
      $ifNull: [
        firstMatch(text, literal('^(?:[a-zA-Z][a-zA-Z0-9+.-]*://)?[^/?#]*([^?#]*)'), 0, context),
        literal(''),
      ],
    })),
  subdomain,
} as const satisfies {
  readonly [name: string]: (url: Expression, context: Context) => Expression
}
