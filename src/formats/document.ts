import { z } from 'zod'
import { DiscoveredTool } from '#data-providers/discovered-tool.ts'
import { Metadata } from './metadata.ts'
import { formats, type FormatMembers } from './registry.ts'

const text = z.string().optional()

const Actions = z
  .object({
    screenshots: z.array(z.string()).readonly().meta({ description: 'Links, valid for 24 hours.' }),
    scrapes: z.array(z.object({ url: z.string(), html: z.string() })).readonly(),
    javascriptReturns: z
      .array(z.object({ type: z.string(), value: z.unknown() }))
      .readonly()
      .meta({ description: 'Return values of the scripts; `type` is the name of their type.' }),
    pdfs: z.array(z.string()).readonly().meta({ description: 'Links, valid for 24 hours.' }),
  })
  .meta({ id: 'ActionResults', description: 'Results of the actions, in their order.' })

/** Members of all formats, in one shape. */
const members = Object.assign({}, ...formats.map((record) => record.members)) as FormatMembers

/** The result of a page: a member for each requested format, and its metadata. */
export const Document = z
  .object({
    ...members,
    actions: Actions.optional(),
    tools: z.array(DiscoveredTool).readonly().optional(),
    warning: text.meta({ description: 'Problems that affect the result.' }),
    metadata: Metadata,
  })
  .meta({ id: 'Document', description: 'The requested formats of a page, and its metadata.' })
export type Document = z.output<typeof Document>
