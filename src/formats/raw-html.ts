import { z } from 'zod'
import { defineFormat } from './format.ts'

export const rawHtml = defineFormat({
  type: 'rawHtml',
  summary: 'HTML as received.',
  schema: undefined,
  members: { rawHtml: z.string().optional().meta({ description: 'As received.' }) },
  example: {
    html: '<h1>The mill</h1><script>open()</script>',
    result: { rawHtml: '<h1>The mill</h1><script>open()</script>' },
  },
  source: 'content',
  isRaw: true,
})
