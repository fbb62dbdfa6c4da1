import { retryDelayMs } from '../../../shared/kernel/retry-delay.ts'
import type { AccountMailJob, AccountMails } from '../../../shared/ports/account-mails.ts'
import { type Mailer, MailProblem } from '../../../shared/ports/mailer.ts'
import type { Executor } from '../../execute.ts'
import { type Reactor, todoList } from '../todo-list.ts'
import { accountMailWriter, type WriteDependencies } from './write.ts'

export type AccountMailDependencies = WriteDependencies & {
  readonly accountMails: AccountMails
  readonly mailer: Mailer
  /** For what the service does of its own accord. */
  readonly systemExecutor: (name: string) => Executor
  readonly onProblem: (message: string, error: unknown) => void
}

/** Longer than any mail takes: whoever has not sent it by then has died. */
const leaseSeconds = 120

const notSetUp =
  'a mail is not sent, since none is set up; `admin reset-link` prints a link instead'

/** Sends what is to be sent to accounts, again and again while the server cannot take it. */
export const accountMailReactor = (dependencies: AccountMailDependencies): Reactor => {
  const { accountMails, mailer, systemExecutor, onProblem } = dependencies
  const write = accountMailWriter(dependencies)

  const deliver = async (job: AccountMailJob): Promise<void> => {
    if (!(await mailer.isConfigured())) return onProblem(notSetUp, undefined)
    const mail = await write(job, systemExecutor('mail to an account'))
    if (mail) await mailer.send(mail)
  }

  const tryAgain = async (job: AccountMailJob, problem: MailProblem): Promise<void> => {
    const delay = problem.isPermanent ? undefined : retryDelayMs(job.tries)
    const name = `mail to an account (${job.kind} ${job.id})`
    onProblem(`${name} ${delay === undefined ? 'was given up' : 'is tried again'}`, problem)
    if (delay === undefined) await accountMails.finish(job)
    else await accountMails.retry(job, delay)
  }

  const list = todoList<number>({
    name: 'mail to an account',
    due: accountMails.due,
    keyOf: (id) => id,
    work: async (id) => {
      const job = await accountMails.take(id, leaseSeconds)
      if (!job) return false
      try {
        await deliver(job)
        await accountMails.finish(job)
      } catch (error) {
        if (!(error instanceof MailProblem)) throw error
        await tryAgain(job, error)
      }
      return true
    },
    onProblem,
    everyMs: 2_000,
  })
  accountMails.onAdded(list.notify)
  return list
}
