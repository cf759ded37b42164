import { defineFormat, notYet } from './format.ts'

export const product = defineFormat({
  type: 'product',
  summary: 'The product that the page describes.',
  schema: undefined,
  members: {},
  source: 'derived',
  isSupported: notYet,
})
