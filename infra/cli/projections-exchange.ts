import type { Command } from 'commander'
import { dropOld, projectionsWithOld } from '../main/read-models/drop-old.ts'
import { promote } from '../main/read-models/promote.ts'
import { rollback } from '../main/read-models/rollback.ts'
import type { Workshop } from '../main/read-models/workshop.ts'
import type { CliContext } from './context.ts'
import { withWorkshop } from './workshop.ts'

const addPromote = (projections: Command, context: CliContext): void => {
  projections
    .command('promote')
    .argument('<name>', 'of the projection')
    .summary('put the new build in use, in one step')
    .option('--force', 'also when it was not verified, or did not pass')
    .action((name: string, { force = false }: { force?: boolean }) =>
      withWorkshop(context, async (workshop) => {
        const { build, replaced } = await promote(workshop, name, { force })
        context.print(`Build ${build} of ${name} is in use.`)
        if (replaced !== undefined)
          context.print(
            `Build ${replaced} is kept: projections rollback ${name} brings it back, ` +
              `projections drop-old ${name} drops it.`,
          )
      }),
    )
}

const addRollback = (projections: Command, context: CliContext): void => {
  projections
    .command('rollback')
    .argument('<name>', 'of the projection')
    .summary('put the build before back in use, in one step')
    .action((name: string) =>
      withWorkshop(context, async (workshop) => {
        const { build, replaced } = await rollback(workshop, name)
        context.print(`Build ${build} of ${name} is in use again, and build ${replaced} is kept.`)
      }),
    )
}

const dropNamed = async (context: CliContext, workshop: Workshop, name: string) => {
  const dropped = await dropOld(workshop, name)
  context.print(`Dropped: build ${dropped.join(', ')} of ${name}.`)
}

const addDropOld = (projections: Command, context: CliContext): void => {
  projections
    .command('drop-old')
    .argument('[name]', 'of the projection; all of them when absent')
    .summary('drop the builds nobody reads any longer')
    .action((name: string | undefined) =>
      withWorkshop(context, async (workshop) => {
        const names = name === undefined ? await projectionsWithOld(workshop) : [name]
        for (const one of names) await dropNamed(context, workshop, one)
        if (names.length === 0) context.print('There is no old build to drop.')
      }),
    )
}

/** What happens to builds once they are made: into use, back, and away. */
export const addExchange = (projections: Command, context: CliContext): void => {
  addPromote(projections, context)
  addRollback(projections, context)
  addDropOld(projections, context)
}
