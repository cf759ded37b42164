import { defineFormat, notYet, parseRefusalOf } from './format.ts'

export const branding = defineFormat({
  type: 'branding',
  summary: 'Colors, fonts, logo and other brand facts of the page.',
  schema: undefined,
  members: {},
  source: 'derived',
  isSupported: notYet,
  parseRefusal: parseRefusalOf('branding'),
})
