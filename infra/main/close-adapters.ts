import type { Adapters } from './adapters.ts'

/** Lets go of everything adapters hold, once nobody asks them anything any more. */
export const closeAdapters = async (adapters: Adapters): Promise<void> => {
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
  await adapters.eventStore.close()
  await adapters.bus.close()
}
