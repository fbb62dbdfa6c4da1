/**
 * Names each step of a request the same in every try of it, whatever steps a later try leaves out:
 * the n-th command of a type to a stream.
 */
export const stepNames = () => {
  const taken = new Map<string, number>()
  const nextOf = (name: string) => taken.get(name) ?? 0
  return {
    take: (stream: string, type: string): string => {
      const name = `${stream} ${type}`
      const nth = nextOf(name)
      taken.set(name, nth + 1)
      return `${name} ${nth}`
    },
    /** The last one came to nothing: whoever decides it anew goes by its name. */
    giveBack: (stream: string, type: string): void => {
      const name = `${stream} ${type}`
      taken.set(name, nextOf(name) - 1)
    },
  }
}
