import type { Expression } from './expression.ts'
import type { Path } from './reference.ts'

export type InequalityOperator = '<' | '<=' | '>' | '>='

export type TextMatch = 'starts-with' | 'ends-with' | 'contains'

/** A condition with negations pushed inwards: there is no `not` left in it. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly Filter[] }
  | {
      readonly kind: 'equality'
      readonly negated: boolean
      readonly subject: Expression
      readonly values: readonly Expression[]
      readonly path: Path
    }
  | {
      readonly kind: 'inequality'
      readonly operator: InequalityOperator
      readonly subject: Expression
      readonly value: Expression
      readonly path: Path
    }
  | {
      readonly kind: 'between'
      readonly negated: boolean
      readonly subject: Expression
      readonly from: Expression
      readonly to: Expression
      readonly path: Path
    }
  | {
      readonly kind: 'match'
      readonly match: TextMatch
      readonly negated: boolean
      readonly subject: Expression
      readonly texts: readonly string[]
      readonly caseSensitive: boolean
      readonly path: Path
    }
  | {
      readonly kind: 'null' | 'empty'
      readonly negated: boolean
      readonly subject: Expression
      readonly path: Path
    }
  /** From the first moment of one unit up to, and without, the first moment of another. */
  | {
      readonly kind: 'interval'
      readonly negated: boolean
      readonly subject: Expression
      readonly from: Expression
      readonly to: Expression
      readonly path: Path
    }
