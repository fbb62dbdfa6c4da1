import type { CardVersions } from '../../shared/cards/card-state.ts'
import type { Executor } from '../execute.ts'
import { streams } from '../streams.ts'
import { cardDecider } from './decider.ts'

/** Every state a question has been in; none where it is not there. */
export const loadCard = async (executor: Executor, id: number): Promise<CardVersions> =>
  (await executor.load(streams.card(id), cardDecider)).state
