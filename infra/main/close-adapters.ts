import type { Adapters } from './adapters.ts'
import type { LogAdapters } from './log-adapters.ts'

/** Lets go of the log, once nobody reads it or waits for it any more. */
export const closeLogAdapters = async ({
  eventStore,
  bus,
  progress,
}: LogAdapters): Promise<void> => {
  progress.close()
  await eventStore.close()
  await bus.close()
}

/** Lets go of everything else, once nobody asks it anything any more. */
export const closeOwnAdapters = async (adapters: Adapters): Promise<void> => {
  const { drivers, writers, queryLog, recentViews, syncProgress, loginsSettled } = adapters
  await Promise.all([...drivers.values()].map((driver) => driver.close()))
  await Promise.all([...writers.values()].map((writer) => writer.close()))
  await queryLog.stop()
  await recentViews.settled()
  await syncProgress.settled()
  await loginsSettled()
  adapters.charts.stop()
  adapters.mailer.close()
  adapters.pngs.stop()
  adapters.limits.stop()
}

export const closeAdapters = async (adapters: Adapters): Promise<void> => {
  await closeOwnAdapters(adapters)
  await closeLogAdapters(adapters)
}
