/** What a saved query is to people: one answer, a source for others, or a figure they agree on. */
export const cardTypes = ['question', 'model', 'metric'] as const
export type CardType = (typeof cardTypes)[number]
