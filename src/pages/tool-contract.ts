import { z } from 'zod'

const optionsMax = 64

export const PageToolCall = z
  .object({
    provider: z.string().max(256),
    capability: z.string().max(256),
    options: z
      .record(z.string(), z.unknown())
      .refine((options) => Object.keys(options).length <= optionsMax, {
        error: `Number of options cannot exceed ${optionsMax}`,
      })
      .optional(),
  })
  .meta({ id: 'ToolCall', description: 'A call of a third-party tool.' })
export type PageToolCall = z.output<typeof PageToolCall>

const ToolResult = z
  .union([
    z.object({
      provider: z.string(),
      capability: z.string(),
      creditsCost: z.int(),
      data: z.unknown(),
      records: z.int().optional(),
    }),
    z.object({
      provider: z.string(),
      capability: z.string(),
      error: z.looseObject({ code: z.string(), message: z.string(), status: z.int() }),
    }),
  ])
  .meta({ id: 'ToolResult', description: 'The answer of a tool, or why there is none.' })
export type PageToolResult = z.output<typeof ToolResult>

export const ToolsReply = z
  .object({
    success: z.literal(true),
    scrape_id: z.uuid(),
    data: z.object({ alexandria: z.array(ToolResult), creditsCost: z.int() }),
  })
  .meta({
    id: 'ToolsReply',
    description: 'Answers of third-party tools, in the order of the calls.',
  })
export type ToolsReply = z.output<typeof ToolsReply>
