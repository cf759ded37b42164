import { z } from 'zod'
import { defineFormat } from './format.ts'

export const summary = defineFormat({
  type: 'summary',
  summary: 'A summary of the page.',
  schema: undefined,
  members: { summary: z.string().optional().meta({ description: 'Three to five sentences.' }) },
  source: 'derived',
  queries: () => [],
})
