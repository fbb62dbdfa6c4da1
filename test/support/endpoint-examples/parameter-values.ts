import * as values from '../../../shared/contract/parameter-values.ts'
import type { Example, Examples, World } from './example.ts'

const about = ({ fieldId }: World) => ({
  parameter: { id: 'which', type: 'id', target: ['dimension', ['field', fieldId, null]] },
})

/** The parameter that the question declares. */
const declared: Example['params'] = ({ cardId }) => ({ id: cardId, key: 'which', query: '1' })

const pair: Example['params'] = ({ fieldId }) => ({
  id: fieldId,
  searchId: fieldId,
  remapId: fieldId,
})

export const parameterValuesExamples: Examples = [
  [values.listParameterValues, { body: about }],
  [values.searchParameterValues, { params: () => ({ query: '1' }), body: about }],
  [values.remapParameterValue, { body: (world) => ({ ...about(world), value: 1 }) }],
  [values.listCardParameterValues, { params: declared }],
  [values.searchCardParameterValues, { params: declared }],
  [values.remapCardParameterValue, { params: declared, query: 'value=1' }],
  [values.searchField, { params: pair, query: 'value=1&limit=10' }],
  [values.remapFieldValue, { params: pair, query: 'value=1' }],
]
