import { z } from 'zod'
import { defineFormat, refuseParsing } from './format.ts'
import { Viewport } from './viewport.ts'

/** The only object form that ignores unknown keys: public clients send some. */
const schema = z
  .object({
    type: z.literal('screenshot'),
    fullPage: z.boolean().default(false),
    quality: z.int().min(1).max(100).optional(),
    viewport: Viewport.optional(),
  })
  .meta({ id: 'ScreenshotFormat', description: 'Picture of the page.' })

export const screenshot = defineFormat({
  type: 'screenshot',
  summary: 'A picture of the page, as a signed link that is valid for 12 to 24 hours.',
  schema,
  hasShortName: true,
  members: {
    screenshot: z
      .string()
      .optional()
      .meta({ description: 'Link to the picture, valid for 12 to 24 hours.' }),
  },
  source: 'browser',
  isRaw: true,
  parseRefusal: refuseParsing('screenshot'),
  isStored: true,
})
