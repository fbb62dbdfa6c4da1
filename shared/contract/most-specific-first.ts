/** `1` for a segment that is a parameter, `0` for one that is literal. */
const weight = (path: string): string =>
  path
    .split('/')
    .map((part) => (part.startsWith(':') ? '1' : '0'))
    .join('')

/** Literal segments before parameters, so `/user/current` is not a user called "current". */
export const mostSpecificFirst = <M extends { endpoint: { path: string } }>(
  mounted: readonly M[],
): M[] =>
  [...mounted].sort((a, b) => weight(a.endpoint.path).localeCompare(weight(b.endpoint.path)))
