import { type HttpTemplate, httpTemplateTags } from '../http-call/template.ts'
import { describedBy, type Parameters } from './parameter.ts'

/** The parameters of a call: one for each tag in it. */
export const httpParameters = (template: HttpTemplate, said: Parameters): Parameters =>
  describedBy(
    httpTemplateTags(template).map(({ name, required }) => ({
      id: name,
      slug: name,
      name,
      type: 'string/=',
      target: ['variable', ['template-tag', name]],
      required,
    })),
    said,
  )
