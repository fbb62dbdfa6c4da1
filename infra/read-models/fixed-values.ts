import { type KyselyPlugin, OperationNodeTransformer, type ValueNode } from 'kysely'
import type { FixedSettings } from '../../shared/settings/catalogue.ts'
import { asJson, effective, isFixed } from '../../shared/settings/effective.ts'
import { FixedValue } from '../../shared/settings/fixed-value.ts'

class Filling extends OperationNodeTransformer {
  readonly #fixed: FixedSettings

  constructor(fixed: FixedSettings) {
    super()
    this.#fixed = fixed
  }

  protected override transformValue(node: ValueNode): ValueNode {
    if (!(node.value instanceof FixedValue)) return node
    const { key } = node.value
    const value = isFixed(this.#fixed, key) ? asJson(key, effective(this.#fixed, key, null)) : null
    return { ...node, value: value === null ? null : JSON.stringify(value) }
  }
}

/** Puts what the environment says in the place of each `FixedValue`. */
export const fixedValues = (fixed: FixedSettings): KyselyPlugin => {
  const filling = new Filling(fixed)
  return {
    transformQuery: ({ node, queryId }) => filling.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  }
}
