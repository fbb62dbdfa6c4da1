/**
 * Where a page asks for what: parts of pages, and the API behind it. The API of public links knows
 * parameters by id, that of embeds by slug.
 */
export const addressesOf = ({ page, api, valuesBy }, idOf) => {
  const isNone = (value) => value === undefined || value === null

  const bySlug = (values) => {
    const query = new URLSearchParams()
    for (const [slug, value] of Object.entries(values))
      for (const one of [value].flat()) if (!isNone(one)) query.append(slug, String(one))
    return query
  }

  const byId = (values) => {
    const parameters = Object.entries(values).map(([slug, value]) => ({ id: idOf(slug), value }))
    return new URLSearchParams(
      parameters.length > 0 ? { parameters: JSON.stringify(parameters) } : {},
    )
  }

  /** Values of other parameters that narrow a list, each under its own key. */
  const narrowing = (values) => {
    if (valuesBy === 'slug') return bySlug(values)
    const query = new URLSearchParams()
    for (const [slug, value] of Object.entries(values))
      query.append(idOf(slug), Array.isArray(value) ? JSON.stringify(value) : String(value))
    return query
  }

  return {
    part: (path, look, values) =>
      `${page}${path}?${new URLSearchParams({ ...look, values: JSON.stringify(values) })}`,
    download: (path, values) => {
      const query = valuesBy === 'slug' ? bySlug(values) : byId(values)
      return query.size === 0 ? `${api}${path}` : `${api}${path}?${query}`
    },
    values: (widget, text, values) => {
      const { [widget.slug]: _, ...others } = values
      const wanted = text === '' ? 'values' : `search/${encodeURIComponent(text)}`
      return `${api}/params/${encodeURIComponent(widget.id)}/${wanted}?${narrowing(others)}`
    },
  }
}
