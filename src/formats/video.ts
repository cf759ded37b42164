import { defineFormat, notYet, parseRefusalOf } from './format.ts'

export const video = defineFormat({
  type: 'video',
  summary: 'The video of a page, as a signed link that is valid for one hour.',
  schema: undefined,
  members: {},
  source: 'derived',
  isSupported: notYet,
  parseRefusal: parseRefusalOf('video'),
  price: () => ({ extra: 4 }),
})
