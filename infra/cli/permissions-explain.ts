import { type Command, Option } from 'commander'
import { answerExplain } from '../../query-service/permissions/explain.ts'
import { answerWhoCan } from '../../query-service/permissions/who-can.ts'
import { schemaLevels } from '../../shared/permissions/levels.ts'
import type { CliContext } from './context.ts'
import { formatOption, type OutputFormat, show } from './output-format.ts'
import { withHistory } from './permissions-history.ts'
import { personNamed } from './permissions-names.ts'
import { type ResourceOptions, resourceNamed, withResource } from './permissions-resource.ts'
import { factText, throughText } from './permissions-text.ts'

const titles = (...names: readonly string[]) => names.map((title) => ({ title }))

const addExplain = (permissions: Command, context: CliContext): void => {
  withResource(permissions.command('explain'))
    .summary('why somebody may, or may not, use something')
    .argument('<person>', 'e-mail address or id')
    .addOption(formatOption())
    .action((person: string, { format, ...options }: ResourceOptions & { format: OutputFormat }) =>
      withHistory(context, async (open) => {
        const { views } = open.adapters
        const user_id = await personNamed(views, person)
        const query = { user_id, ...resourceNamed(open, options) }
        const answer = await answerExplain(open.dependencies, views, query)
        await show(context, format, {
          about: [answer.sentence],
          columns: titles('through', 'level', 'standing', 'member since', 'since'),
          rows: answer.paths.map((path) => [
            throughText(path),
            path.level,
            path.standing,
            factText(path.member_since),
            factText(path.granted ?? path.taken_away),
          ]),
          json: answer,
        })
      }),
    )
}

type WhoCanOptions = ResourceOptions & {
  readonly format: OutputFormat
  readonly level?: 'all' | 'write' | 'read'
}

const addWhoCan = (permissions: Command, context: CliContext): void => {
  withResource(permissions.command('who-can'))
    .summary('everybody who may use something, and why')
    .addOption(
      new Option('--level <level>', 'at least this level').choices(
        schemaLevels.filter((level) => level !== 'none'),
      ),
    )
    .addOption(formatOption())
    .action(({ format, level, ...options }: WhoCanOptions) =>
      withHistory(context, async (open) => {
        const query = { ...resourceNamed(open, options), level }
        const { views } = open.adapters
        const answer = await answerWhoCan(open.dependencies, views, query, () => undefined)
        await show(context, format, {
          about: [answer.sentence],
          columns: [{ title: 'id', align: 'right' }, ...titles('who', 'level', 'through', 'since')],
          rows: [
            ...answer.users.map(({ id, name, level: theirs, because }) => [
              String(id),
              name,
              theirs,
              throughText(because),
              factText(because.granted ?? because.member_since),
            ]),
            ...answer.partly.users.map(({ id, name, groups }) => [
              String(id),
              name,
              'partly',
              groups.map((group) => group.name).join(', '),
              '',
            ]),
          ],
          json: answer,
        })
      }),
    )
}

export const addExplainCommands = (permissions: Command, context: CliContext): void => {
  addExplain(permissions, context)
  addWhoCan(permissions, context)
}
