import { eventStoreSchema } from '../event-store/postgres/schema.sql.ts'
import { script } from './script.ts'

/** The log. Its script may run again: a later change of `append` is one more migration like this. */
export const eventStore = script(eventStoreSchema())
