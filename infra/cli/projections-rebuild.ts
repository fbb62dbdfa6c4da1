import type { Command } from 'commander'
import { rebuild } from '../main/read-models/rebuild.ts'
import type { Workshop } from '../main/read-models/workshop.ts'
import type { CliContext } from './context.ts'
import { withBars } from './projections-watch.ts'
import { withWorkshop } from './workshop.ts'

const about = [
  'Build a projection anew from the first event of the log.',
  [
    'The new build is filled beside the one in use, which goes on being read and written. From then',
    'on it follows the log as well, until it is promoted. What stops the command – Ctrl-C, a kill, a',
    'crash – costs nothing: the same command goes on where it stopped.',
  ].join(' '),
  'While the service runs it works in small steps with rests, so that nobody waits behind it.',
].join('\n\n')

type Options = { readonly fresh?: boolean; readonly hurry?: boolean }

const rebuildNamed =
  (context: CliContext, name: string, { fresh = false, hurry = false }: Options) =>
  async ({ gently = false, ...rest }: Workshop): Promise<void> => {
    const workshop: Workshop = { ...rest, gently: gently && !hurry }
    const began = performance.now()
    const { build, events } = await withBars(context, (watch) =>
      rebuild(workshop, name, { fresh, watch }),
    )
    const seconds = (performance.now() - began) / 1_000
    if (build.position > 0n)
      context.print(`Went on with build ${build.id} from position ${build.position}.`)
    context.print(
      `Build ${build.id} of ${name} is complete: ${events} events in ${seconds.toFixed(1)} s.`,
    )
    context.print(`Next: projections verify ${name}`)
  }

export const addRebuild = (projections: Command, context: CliContext): void => {
  projections
    .command('rebuild')
    .argument('<name>', 'of the projection')
    .summary('build a projection anew beside the one in use')
    .description(about)
    .option('--fresh', 'drop what an earlier run has built, and begin again')
    .option('--hurry', 'take no rests: done sooner, and felt by those who are served meanwhile')
    .action((name: string, options: Options) =>
      withWorkshop(context, rebuildNamed(context, name, options), { takesLong: true }),
    )
}
