import { z } from 'zod'

/** Whether a shape has another one anywhere in it: zod's own walk through shapes tells. */
export const mentions = (shape: z.ZodType, wanted: z.ZodType): boolean => {
  let found = false
  z.toJSONSchema(shape, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema }) => {
      found ||= Object.is(zodSchema, wanted)
    },
  })
  return found
}
