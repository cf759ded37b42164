import { defineFormat, notYet, parseRefusalOf } from './format.ts'

export const audio = defineFormat({
  type: 'audio',
  summary: 'The audio of a video page, as a signed link that is valid for one hour.',
  schema: undefined,
  members: {},
  source: 'derived',
  isSupported: notYet,
  parseRefusal: parseRefusalOf('audio'),
  price: () => ({ extra: 4 }),
})
