type Named = { readonly name: string; readonly id: number }

/** The order of lists: by name, whatever its case. */
export const byName = (a: Named, b: Named): number =>
  a.name.toLowerCase().localeCompare(b.name.toLowerCase()) || a.id - b.id
