import { defineFormat, notYet } from './format.ts'

export const menu = defineFormat({
  type: 'menu',
  summary: 'The menu of a restaurant.',
  schema: undefined,
  members: {},
  source: 'derived',
  isSupported: notYet,
})
