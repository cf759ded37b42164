import { z } from 'zod'
import { defineFormat } from './format.ts'

export const rawBase64 = defineFormat({
  type: 'rawBase64',
  summary: 'The bytes of the response, in base64. Only as the single format of a request.',
  schema: undefined,
  members: { rawBase64: z.string().optional().meta({ description: 'The bytes as received.' }) },
  source: 'content',
  isRaw: true,
  parseRefusal: 'The rawBase64 format is not supported for parse uploads',
})
