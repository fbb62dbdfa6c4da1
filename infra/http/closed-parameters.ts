import { z } from 'zod'
import { type AnyEndpoint, download } from '../../shared/contract/endpoint.ts'

type Params = Readonly<Record<string, unknown>>

/**
 * Whether an address is one of an endpoint's: each format of a download is an address by itself, so
 * that any other word in its place is one that does not exist, or not yet.
 */
export const closedParameters = ({
  params,
  response,
}: Pick<AnyEndpoint, 'params' | 'response'>) => {
  const isOpen = response !== download || !(params instanceof z.ZodObject)
  const shape = isOpen ? [] : Object.entries(params.shape)
  const closed = shape.filter(([, part]) => part instanceof z.ZodEnum)
  return (given: Params): boolean =>
    closed.every(([name, part]) => part.safeParse(given[name]).success)
}
