/** What of a thing is on the list; what is on no list stays where it is. */
export const picked = <T extends object, K extends keyof T & string>(
  thing: T,
  keys: readonly K[],
): Pick<T, K> =>
  Object.fromEntries(
    keys.flatMap((key) => (Object.hasOwn(thing, key) ? [[key, thing[key]]] : [])),
  ) as Pick<T, K>
