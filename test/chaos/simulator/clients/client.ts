import type { AnyEndpoint } from '../../../../shared/contract/endpoint.ts'
import { codeOf, isUnknown, outcomeOf, type Reply, type Sent } from '../../ledger.ts'
import type { Random } from '../../random.ts'
import type { Computer } from '../computer.ts'
import type { Faults } from '../faults.ts'
import type { CommandProcess } from '../processes/command.ts'
import type { Scheduler } from '../scheduler.ts'
import type { Trace } from '../trace.ts'

/** What a client wants sent, and what the ledger shall know of it. */
export type Asked = Pick<
  Sent,
  'operation' | 'leaves' | 'permit' | 'conditional' | 'needs' | 'own' | 'base'
> & {
  readonly endpoint: AnyEndpoint
  readonly params?: Readonly<Record<string, number>>
  readonly token?: string | undefined
  readonly body?: unknown
}

/** Somebody who uses the service through whatever happens to it. */
export type Client = {
  readonly name: string
  readonly random: Random
  /** Once. */
  send(asked: Asked): Promise<Sent>
  /** Again, with the same `Idempotency-Key`, while nobody knows what became of it. */
  insist(asked: Asked): Promise<Sent>
}

type Options = {
  readonly name: string
  readonly random: Random
  readonly ledger: Sent[]
  readonly scheduler: Scheduler
  readonly faults: Faults
  readonly trace: Trace
  readonly processes: readonly Computer<CommandProcess>[]
}

/** Milliseconds after which a client gives up. */
const patience = 30_000
const mostTries = 12

/** Requests that are lost on their way, or whose answer is; the rest is between processes and servers. */
const lossShare = 0.5

const cut = (reason: string): Reply => ({ kind: 'cut', reason })

/** Its fate is known as soon as the first try with its key has ended. */
const isUnderWay = ({ reply }: Sent): boolean =>
  reply.kind === 'answered' && codeOf(reply.body) === 'idempotency-key-in-use'

export const clientOf = (options: Options): Client => {
  const { name, random, ledger, scheduler, faults, trace, processes } = options
  let requests = 0
  let keys = 0

  const exchange = (
    { process, life }: NonNullable<ReturnType<Computer<CommandProcess>['running']>>,
    request: Parameters<CommandProcess['answer']>[0],
  ) =>
    new Promise<Reply>((resolve) => {
      const fate = random.chance(lossShare) ? faults.fateOfCall(false) : 'fine'
      const callOff = scheduler.after(patience, () => resolve(cut('no answer in time')))
      const hear = (reply: Reply) => {
        callOff()
        resolve(reply)
      }
      life.onEnd(() => hear(cut('the process ended')))
      if (fate === 'request-lost') return
      // Stopped, a process takes nothing.
      life.after(random.next() * (fate === 'slow' ? 2_000 : 2), async () => {
        const reply = await process.answer(request)
        if (fate === 'answer-lost' || fate === 'late') hear(cut('the answer was lost'))
        else scheduler.after(random.next() * 2, () => hear(reply))
      })
    })

  const send = async (asked: Asked, key?: string): Promise<Sent> => {
    requests += 1
    const requestId = `${name}-${requests}`
    const { endpoint, params = {}, token, body, ...known } = asked
    const computer = random.pick(processes)
    const running = computer.running()
    const sentAt = scheduler.now()
    trace.note(
      name,
      `${requestId} ${asked.operation} ${JSON.stringify({ ...params, ...(body as object) })} to ${computer.name}`,
    )
    const headers = {
      ...(token !== undefined && { 'x-service-session': token }),
      ...(key !== undefined && { 'idempotency-key': key }),
    }
    const texts = Object.fromEntries(Object.entries(params).map(([k, v]) => [k, String(v)]))
    await scheduler.pass(1)
    const reply = running
      ? await exchange(running, { endpoint, params: texts, headers, body, requestId })
      : cut('nobody listens')
    const sent = {
      ...{ ...known, requestId, client: name, key: key ?? requestId },
      ...{ sentAt, endedAt: scheduler.now(), reply },
    }
    ledger.push(sent)
    trace.note(name, `${requestId} ${asked.operation} → ${outcomeOf(sent)}`)
    faults.count(`answer ${outcomeOf(sent)}`)
    return sent
  }

  return {
    name,
    random,
    send,
    insist: async (asked) => {
      keys += 1
      const key = `${name}-key-${keys}`
      for (let tries = 1; ; tries += 1) {
        const sent = await send(asked, key)
        const isOpen = isUnderWay(sent) || isUnknown(sent)
        if (!isOpen || tries === mostTries) return sent
        faults.count('command sent again')
        await scheduler.pass(random.between(50, isUnderWay(sent) ? 20_000 : 1_500))
      }
    },
  }
}

/** What was answered; undefined where what was asked for came to nothing. */
export const bodyOf = <T>({ reply }: Sent): T | undefined =>
  reply.kind === 'answered' && reply.status < 300 ? (reply.body as T) : undefined
