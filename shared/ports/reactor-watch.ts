/** Told what reactors do; they do it just the same. */
export type ReactorWatch = {
  /** How much there is to do. */
  found(reactor: string, due: number): void
  /** Answers or throws what the work does. */
  work<T>(reactor: string, work: () => Promise<T>): Promise<T>
}
