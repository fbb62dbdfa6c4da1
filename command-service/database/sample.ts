import type { SampleEvent } from '../../shared/events/sample.ts'
import type { Decider } from '../../shared/kernel/decider.ts'
import type { Json } from '../../shared/kernel/json.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'
import type { IdSequences } from '../../shared/ports/id-sequences.ts'
import type { SampleDatabase } from '../../shared/ports/sample-database.ts'
import { tellDatabase } from '../connected-databases.ts'
import type { Executor } from '../execute.ts'
import { streams } from '../streams.ts'
import { databaseDecider } from './decider.ts'
import { type DetailsDependencies, newConnection, withStoredSecret } from './details.ts'
import { defaultSchedules } from './schedule.ts'

type Sample = { readonly databaseId: number | undefined }

type SampleCommand = { type: 'ChooseSample'; data: { databaseId: number; instead?: number } }

/** Two restores at once meet here, so there is never more than one sample database. */
export const sampleDecider: Decider<Sample, SampleCommand, SampleEvent> = {
  initial: { databaseId: undefined },
  decide: {
    ChooseSample: ({ databaseId, instead }, sample) =>
      sample.databaseId === instead ? [{ type: 'SampleDatabaseChosen', data: { databaseId } }] : [],
  },
  evolve: { SampleDatabaseChosen: (_, { databaseId }) => ({ databaseId }) },
}

type SampleDependencies = DetailsDependencies & { readonly sample: SampleDatabase }

/** Which database is the sample and how it is; `unknown` when its connecting was cut short. */
const lookAtSample = async (executor: Executor) => {
  const { state: sample } = await executor.load(streams.sample, sampleDecider)
  const { databaseId } = sample
  if (databaseId === undefined) return { databaseId, status: 'unknown' as const }
  const { state } = await executor.load(streams.database(databaseId), databaseDecider)
  return { databaseId, status: state.status }
}

/** Brings the sample's rows back and connects it where it is not; answers its id. */
export const connectSample = async (
  dependencies: SampleDependencies,
  executor: Executor,
  ids: IdSequences,
): Promise<number> => {
  await dependencies.sample.restore()
  const { databaseId, status } = await lookAtSample(executor)
  if (databaseId === undefined || status === 'deleted') {
    const chosen = await chooseSample(executor, ids, databaseId)
    await connectChosen(dependencies, executor, chosen)
    return chosen
  }
  if (status === 'unknown') await connectChosen(dependencies, executor, databaseId)
  else
    await tellDatabase(executor, {
      type: 'RequestSync',
      data: { databaseId },
    })
  return databaseId
}

const chooseSample = async (
  executor: Executor,
  ids: IdSequences,
  instead: number | undefined,
): Promise<number> => {
  const databaseId = await ids.next('database')
  const { state } = await executor.execute(streams.sample, sampleDecider, {
    type: 'ChooseSample',
    data: { databaseId, ...(instead !== undefined && { instead }) },
  })
  return state.databaseId ?? databaseId
}

/** Connects the database that was chosen; whoever comes second finds it connected. */
const connectChosen = async (
  dependencies: SampleDependencies,
  executor: Executor,
  databaseId: number,
): Promise<void> => {
  const { engine, details } = dependencies.sample.access()
  const sample = {
    databaseId,
    name: 'Sample Database',
    engine,
    isSample: true,
    isFullSync: true,
    schedules: defaultSchedules(databaseId) as Record<string, Json>,
    creatorId: null,
  }
  try {
    await withStoredSecret(dependencies.vault, newConnection(details), (stored) =>
      tellDatabase(executor, {
        type: 'ConnectDatabase',
        data: { ...sample, ...stored },
      }),
    )
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'conflict') throw error
  }
}

/**
 * At start: a new installation gets the sample, one that has it follows where it lives now, and one
 * that let it go is left alone.
 */
export const ensureSample = async (
  dependencies: SampleDependencies,
  executor: Executor,
  ids: IdSequences,
): Promise<void> => {
  const { databaseId, status } = await lookAtSample(executor)
  if (status === 'unknown') await connectSample(dependencies, executor, ids)
  if (databaseId === undefined || status !== 'connected') return
  const { state } = await executor.load(streams.database(databaseId), databaseDecider)
  const { host, port } = dependencies.sample.access().details
  if (state.details.host === host && state.details.port === port) return
  await tellDatabase(executor, {
    type: 'ChangeConnection',
    data: {
      databaseId,
      details: { ...(state.details as Record<string, Json>), host, port },
      secretRef: state.secretRef,
      basedOn: state.secretRef,
    },
  })
}
