import { z } from 'zod'
import { defineFormat } from './format.ts'

export const links = defineFormat({
  type: 'links',
  summary: 'Absolute URLs of all links of the page, each once.',
  schema: undefined,
  members: { links: z.array(z.string()).readonly().optional() },
  source: 'content',
})
