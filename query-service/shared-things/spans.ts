export type Choice = readonly [value: string, label: string]

/** Spans of time that are offered, by what the API calls them. */
export const spans: readonly Choice[] = [
  ['today', 'Today'],
  ['yesterday', 'Yesterday'],
  ['past7days', 'Past 7 days'],
  ['past30days', 'Past 30 days'],
  ['thisweek', 'This week'],
  ['thismonth', 'This month'],
  ['lastmonth', 'Last month'],
  ['past3months', 'Past 3 months'],
  ['past12months', 'Past 12 months'],
  ['thisquarter', 'This quarter'],
  ['thisyear', 'This year'],
  ['lastyear', 'Last year'],
]
