import { z } from 'zod'
import { defineFormat } from './format.ts'

export const images = defineFormat({
  type: 'images',
  summary: 'Absolute URLs of all images of the page, each once.',
  schema: undefined,
  members: { images: z.array(z.string()).readonly().optional() },
  example: {
    html: '<img src="https://example.com/mill.png" alt="The mill">',
    result: { images: ['https://example.com/mill.png'] },
  },
  source: 'content',
})
