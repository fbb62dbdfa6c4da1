/** The variable that names the Postgres server of a jest worker; they count from 1. */
export const postgresOfWorker = (worker: number | string): string => `TEST_POSTGRES_URL_${worker}`
