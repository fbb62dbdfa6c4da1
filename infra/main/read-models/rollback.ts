import { buildsOf, findBuilds } from '../../read-models/builds.ts'
import { fingerprintOf } from '../../read-models/ddl.ts'
import { StartupProblem } from '../../startup-problem.ts'
import { inExchange, NotNow, putInUse } from './exchange.ts'
import { catchUp } from './fill.ts'
import { aloneOn, type Workshop } from './workshop.ts'

/**
 * Puts the build back in use that was replaced last; the present one takes its place in reserve.
 * @throws {StartupProblem} when there is none, or when it is behind what readers have seen and
 * nobody can bring it there: this process has other code, and no process of its release is at work.
 */
export const rollback = (
  workshop: Workshop,
  name: string,
): Promise<{ readonly build: number; readonly replaced: number }> =>
  aloneOn(workshop, name, async () => {
    const { pool, projections } = workshop
    const [last] = await findBuilds(
      pool,
      `id = (select id from projections.builds where projection = $1 and state = 'previous'
              order by replaced_at desc limit 1)`,
      [name],
    )
    if (!last) throw new StartupProblem(`There is no earlier build of ${name} to go back to.`)
    const isOurs = projections.some((it) => fingerprintOf(it) === last.fingerprint)
    return inExchange(pool, async (client) => {
      if (isOurs) await catchUp(workshop, last)
      const builds = await buildsOf(pool, name)
      const active = builds.find(({ state }) => state === 'active')
      const position = builds.find(({ id }) => id === last.id)?.position ?? 0n
      if (!active) throw new StartupProblem(`No build of ${name} is in use.`)
      if (position < active.position)
        throw new NotNow(
          `Build ${last.id} of ${name} is at position ${position}, the one in use at ` +
            `${active.position}: going back would take away what people have already seen. It is ` +
            'of another release; start a process of that release, which brings it up to date.',
        )
      await putInUse(client, last)
      return { build: last.id, replaced: active.id }
    })
  })
