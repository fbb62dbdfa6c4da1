import { text, view } from '../../shared/views/view.ts'

/** A read model of nobody's, for what holds of all of them. */
export const notes = view('notes', { key: text(), value: text() }, { key: ['key'] })
