import type { Data } from '../../infra/cli/open-data.ts'
import type { TestService } from './service.ts'
import { type Outcome, runCommand } from './terminal.ts'

type Given = { readonly password?: string; readonly interrupt?: AbortController }

/** Runs one command against a service's data, as the terminal would. */
export const commandLineOf =
  (find: () => TestService) =>
  (args: readonly string[], { password = '', interrupt }: Given = {}): Promise<Outcome> => {
    const app = find()
    const data: Data = { storage: app.storage, adapters: app.service.adapters, serviceRuns: true }
    return runCommand(args, {
      withData: (work) => work(data),
      password: async () => password,
      ...(interrupt && {
        signal: interrupt.signal,
        onPrint: () => interrupt.abort(new Error('Interrupted')),
      }),
    })
  }
