import { z } from 'zod'
import { defineFormat } from './format.ts'

export const links = defineFormat({
  type: 'links',
  summary: 'Absolute URLs of all links of the page, each once.',
  schema: undefined,
  members: { links: z.array(z.string()).readonly().optional() },
  example: {
    html: '<a href="https://example.com/one">One</a> <a href="https://example.org/two">Two</a>',
    result: { links: ['https://example.com/one', 'https://example.org/two'] },
  },
  source: 'content',
  suitsRecords: true,
})
