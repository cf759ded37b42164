import { z } from 'zod'
import { defineFormat } from './format.ts'

export const rawHtml = defineFormat({
  type: 'rawHtml',
  summary: 'HTML as received.',
  schema: undefined,
  members: { rawHtml: z.string().optional().meta({ description: 'As received.' }) },
  source: 'content',
})
