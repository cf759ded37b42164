import { prices } from '#credits/prices.ts'
import { z } from 'zod'
import { defineFormat, refuseParsing } from './format.ts'
import { copyOfMedia } from './derive-media.ts'

export const audio = defineFormat({
  type: 'audio',
  summary: 'The audio of a page as MP3, as a signed link that is valid for one hour.',
  schema: undefined,
  members: { audio: z.string().optional().meta({ description: 'Link, valid for one hour.' }) },
  source: 'derived',
  readsMedia: true,
  isRaw: true,
  needsService: true,
  isStored: true,
  parseRefusal: refuseParsing('audio'),
  price: () => ({ extra: prices.media, needsModel: false }),
  async derive(draft, _format, context) {
    const link = await copyOfMedia('audio', draft, context)
    return { members: { audio: link }, credits: prices.media }
  },
})
