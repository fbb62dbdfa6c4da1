import type { Term } from './leadership.ts'

/** Lasts as long as a term; `stop` is called in the moment it ends, and awaited. */
export const untilEnded = ({ signal }: Pick<Term, 'signal'>, stop: () => Promise<unknown>) =>
  new Promise<void>((resolve, reject) => {
    const end = () => void stop().then(() => resolve(), reject)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
