import { type Command, InvalidArgumentError } from 'commander'
import { StartupProblem } from '../startup-problem.ts'
import type { CliContext } from './context.ts'
import { eventJson, eventLine } from './event-line.ts'
import { addCopy } from './events-copy.ts'

const count = (text: string): number => {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It is a whole number from 1.')
}

const position = (text: string): bigint => {
  if (/^\d{1,18}$/.test(text)) return BigInt(text)
  throw new InvalidArgumentError('It is a whole number from 0.')
}

const lineOf = (json: boolean | undefined) => (json ? eventJson : eventLine)

const addInspect = (events: Command, context: CliContext): void => {
  events
    .command('inspect')
    .summary('the events of one stream, oldest first')
    .argument('<stream>', 'e.g. user-1, database-1, admin-roster')
    .option('--limit <count>', 'at most so many', count, 100)
    .option('--json', 'JSON lines')
    .action((stream: string, { limit, json }: { limit: number; json?: true }) =>
      context.withData(async ({ adapters }) => {
        let shown = 0
        for await (const event of adapters.eventStore.readStream(stream)) {
          if (shown === limit) {
            context.note(`There are more than ${limit}; ask for them with --limit.`)
            return
          }
          context.print(lineOf(json)(event))
          shown += 1
        }
        if (shown === 0) throw new StartupProblem(`There is no stream ${stream}.`)
      }),
    )
}

const addTail = (events: Command, context: CliContext): void => {
  events
    .command('tail')
    .summary('events of all streams as they are recorded, until Ctrl-C')
    .option('--after <position>', 'begin after this position instead of at the end', position)
    .option('--json', 'JSON lines')
    .action(({ after, json }: { after?: bigint; json?: true }) =>
      context.withData(async ({ adapters, serviceRuns }) => {
        const { eventStore } = adapters
        if (!serviceRuns) context.note('No service runs on this data: nothing new will come.')
        if (after === undefined)
          context.note('Waiting for events; --after 0 shows all there are. Ctrl-C ends it.')
        const from = after ?? (await eventStore.head())
        const { signal } = context
        for await (const batch of eventStore.subscribe({ after: from, signal }))
          for (const event of batch) context.print(lineOf(json)(event))
      }),
    )
}

export const addEvents = (program: Command, context: CliContext): void => {
  const events = program
    .command('events')
    .description('The event log: a look into it, and its copy.')
  addInspect(events, context)
  addTail(events, context)
  addCopy(events, context)
}
