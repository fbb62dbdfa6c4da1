import type { ConnectionDetails } from './engine-driver.ts'

/** The shop everybody can try things on; lives beside the service's own data. */
export type SampleDatabase = {
  /** Brings its rows back as they were. */
  restore(): Promise<void>
  /** How to read it today: its port may differ from one start to the next. */
  access(): { readonly engine: string; readonly details: ConnectionDetails }
}
