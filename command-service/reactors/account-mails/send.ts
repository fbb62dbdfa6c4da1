import type { AccountMailJob, AccountMails } from '../../../shared/ports/account-mails.ts'
import { type Mailer, MailProblem } from '../../../shared/ports/mailer.ts'
import type { ReactorWatch } from '../../../shared/ports/reactor-watch.ts'
import type { Executor } from '../../execute.ts'
import { nextTry } from '../back-off.ts'
import { type Reactor, todoList } from '../todo-list.ts'
import { untilGivenUp } from '../until-given-up.ts'
import { accountMailWriter, type WriteDependencies } from './write.ts'

export type AccountMailDependencies = WriteDependencies & {
  readonly accountMails: AccountMails
  readonly mailer: Mailer
  /** For what the service does of its own accord. */
  readonly systemExecutor: (name: string) => Executor
  readonly now: () => Date
  readonly onProblem: (message: string, error: unknown) => void
  readonly watch?: ReactorWatch
}

/** Milliseconds to wait after each try that failed: somebody sits there, and later may come back. */
const waits = [2, 10, 60, 300, 900, 3_600, 7_200, 14_400].map((seconds) => seconds * 1_000)

/** Longer than any mail takes: whoever has not sent it by then has died. */
const leaseSeconds = 120

const notSetUp =
  'a mail is not sent, since none is set up; `admin reset-link` prints a link instead'

/** Sends what is to be sent to accounts, again and again while the server cannot take it. */
export const accountMailReactor = (dependencies: AccountMailDependencies): Reactor => {
  const { accountMails, mailer, systemExecutor, now, onProblem } = dependencies
  const write = accountMailWriter(dependencies)

  const deliver = async (job: AccountMailJob, signal: AbortSignal): Promise<void> => {
    if (await mailer.isConfigured()) {
      const mail = await write(job, systemExecutor('mail to an account'))
      if (mail) await untilGivenUp(mailer.send(mail), signal)
    } else if (job.kind === 'reset') onProblem(notSetUp, undefined)
  }

  const tryAgain = async (job: AccountMailJob, problem: MailProblem): Promise<void> => {
    const at = problem.isPermanent ? undefined : nextTry(waits, job.tries, now())
    const name = `mail to an account (${job.kind} ${job.id})`
    onProblem(`${name} ${at ? 'is tried again' : 'was given up'}`, problem)
    await (at ? accountMails.retry(job, at) : accountMails.finish(job))
  }

  return todoList<number>({
    name: 'mail to an account',
    due: accountMails.due,
    keyOf: (id) => id,
    work: async (id, signal) => {
      const job = await accountMails.take(id, leaseSeconds)
      if (!job) return false
      try {
        await deliver(job, signal)
        await accountMails.finish(job)
      } catch (error) {
        if (!(error instanceof MailProblem)) throw error
        await tryAgain(job, error)
      }
      return true
    },
    onProblem,
    watch: dependencies.watch,
    everyMs: 2_000,
    wokenBy: accountMails.onAdded,
  })
}
