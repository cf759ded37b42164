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
  source: 'content',
})
