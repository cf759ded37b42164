import { defineFormat, notYet } from './format.ts'

export const summary = defineFormat({
  type: 'summary',
  summary: 'A summary of the page.',
  schema: undefined,
  members: {},
  source: 'derived',
  queries: () => [],
  isSupported: notYet,
})
