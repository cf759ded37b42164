import { z } from 'zod'
import { defineFormat } from './format.ts'

export const html = defineFormat({
  type: 'html',
  summary: 'Cleaned HTML.',
  schema: undefined,
  members: {
    html: z
      .string()
      .optional()
      .meta({ description: 'Without scripts and styles, with absolute URLs.' }),
  },
  example: {
    html: '<main><h1 onclick="x()">The mill</h1><script>x()</script></main>',
    result: { html: '<main><h1>The mill</h1></main>' },
  },
  source: 'content',
  suitsRecords: true,
})
