import { prices } from '#credits/prices.ts'
import { z } from 'zod'
import { defineFormat, refuseParsing } from './format.ts'
import { copyOfMedia } from './derive-media.ts'

export const video = defineFormat({
  type: 'video',
  summary: 'The video of a page as MP4 or WebM, as a signed link that is valid for one hour.',
  schema: undefined,
  members: { video: z.string().optional().meta({ description: 'Link, valid for one hour.' }) },
  source: 'derived',
  readsMedia: true,
  isRaw: true,
  needsService: true,
  isStored: true,
  parseRefusal: refuseParsing('video'),
  price: () => ({ extra: prices.media, needsModel: false }),
  async derive(draft, _format, context) {
    const link = await copyOfMedia('video', draft, context)
    return { members: { video: link }, credits: prices.media }
  },
})
