/** What a start has begun, to be ended in the opposite order. */
export type Endings = {
  add(step: () => Promise<unknown>): void
  run(): Promise<void>
}

const endings = (): Endings => {
  const steps: (() => Promise<unknown>)[] = []
  return {
    add: (step) => void steps.push(step),
    run: async () => {
      for (const step of steps.splice(0).reverse()) await step()
    },
  }
}

/** A start that fails, or is called off, leaves nothing running behind. */
export const wholeOrNothing = async <T>(start: (ends: Endings) => Promise<T>): Promise<T> => {
  const ends = endings()
  try {
    return await start(ends)
  } catch (error) {
    await ends.run().catch(() => undefined)
    throw error
  }
}
