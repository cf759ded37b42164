import { z } from 'zod'

/** A tool of a data provider as clients see it (docs/third-party-data.md). */
export const DiscoveredTool = z
  .object({
    id: z.string(),
    provider: z.string(),
    capability: z.string(),
    name: z.string(),
    description: z.string(),
    creditsCost: z.int(),
    perRecord: z.boolean(),
    options: z
      .array(z.object({ name: z.string(), type: z.string(), required: z.boolean() }))
      .readonly()
      .optional(),
    response: z
      .object({
        about: z.string(),
        fields: z.array(z.object({ name: z.string(), type: z.string() })).readonly(),
      })
      .optional(),
    examples: z.object({ curl: z.string() }).optional(),
    matchedBy: z
      .array(z.enum(['semantic', 'domain']))
      .readonly()
      .optional(),
    matchedUrls: z.array(z.string()).readonly().optional(),
    similarity: z.number().optional(),
  })
  .meta({ id: 'DiscoveredTool', description: 'A tool that can be called with `alexandria`.' })
export type DiscoveredTool = z.output<typeof DiscoveredTool>
