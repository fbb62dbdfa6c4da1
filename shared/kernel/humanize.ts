const initialisms = new Set(['id', 'url', 'ip', 'uuid', 'sku', 'api', 'vat', 'ean'])

/** `category_id` → "Category ID": the name people see until somebody gives a better one. */
export const humanize = (name: string): string => {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[_\-\s.]+/)
    .filter((word) => word !== '')
  if (words.length === 0) return name
  return words
    .map((word) =>
      initialisms.has(word.toLowerCase())
        ? word.toUpperCase()
        : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join(' ')
}
