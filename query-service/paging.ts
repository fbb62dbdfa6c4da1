type Paging = { readonly limit?: number | undefined; readonly offset?: number | undefined }

/** One page of a list; the whole count goes into `X-Total-Count`. */
export const page = <T>(
  items: readonly T[],
  { limit, offset = 0 }: Paging,
  header: (name: string, value: string) => void,
): T[] => {
  header('X-Total-Count', String(items.length))
  return items.slice(offset, limit === undefined ? undefined : offset + limit)
}
