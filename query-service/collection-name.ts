/** People are renamed; their collections follow. */
export const collectionName = (name: string | null, owner: string | null): string =>
  name ?? `${owner ?? 'Somebody'}'s Personal Collection`
