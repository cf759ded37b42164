import { prices } from '#credits/prices.ts'
import { z } from 'zod'
import { jsonSchema, prompt } from './extraction-options.ts'
import { defineFormat } from './format.ts'
import { trackChanges } from './track-changes.ts'

const DiffLine = z
  .object({
    type: z.enum(['add', 'del', 'normal']),
    add: z.literal(true).optional().meta({ description: 'The type as a flag.' }),
    del: z.literal(true).optional(),
    normal: z.literal(true).optional(),
    ln: z.int().optional().meta({ description: 'Line number in the version that has the line.' }),
    ln1: z
      .int()
      .optional()
      .meta({ description: 'Line number in the previous version, for unchanged lines.' }),
    ln2: z
      .int()
      .optional()
      .meta({ description: 'Line number in the current version, for unchanged lines.' }),
    content: z.string(),
  })
  .meta({ id: 'DiffLine', description: 'A line of a diff.' })

const DiffFile = z
  .object({
    from: z.string(),
    to: z.string(),
    chunks: z
      .array(z.object({ content: z.string(), changes: z.array(DiffLine).readonly() }))
      .readonly(),
  })
  .meta({ id: 'DiffFile', description: 'A parsed unified diff.' })

export const ParsedDiff = z.object({ files: z.array(DiffFile).readonly() })

/** `diff` is a text and `diffJson` the parsed diff: see `docs/change-tracking.md`. */
export const ChangeTracking = z
  .object({
    previousScrapeAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the previous version was scraped; null the first time.' }),
    changeStatus: z.enum(['new', 'same', 'changed', 'removed']),
    visibility: z.enum(['visible', 'hidden']),
    diff: z
      .string()
      .optional()
      .meta({ description: 'Unified diff of the Markdown, in mode git-diff.' }),
    diffJson: ParsedDiff.optional().meta({ description: 'The same diff, parsed.' }),
    json: z.unknown().optional().meta({
      description: 'What has changed as data, in mode json: by field with a schema, else free.',
    }),
  })
  .meta({ id: 'ChangeTracking', description: 'What changed since the last scrape of the page.' })
export type ChangeTracking = z.output<typeof ChangeTracking>

const schema = z
  .strictObject({
    type: z.literal('changeTracking'),
    modes: z
      .array(z.enum(['git-diff', 'json']))
      .max(2)
      .default([]),
    prompt,
    schema: jsonSchema.optional(),
    tag: z.string().max(256).nullable().default(null),
  })
  .meta({ id: 'ChangeTrackingFormat', description: 'What changed since the last scrape.' })
export type ChangeTrackingFormat = z.output<typeof schema>

export const changeTracking = defineFormat({
  type: 'changeTracking',
  summary: 'What changed since the last scrape of the page. Requires `markdown`.',
  schema,
  hasShortName: true,
  members: { changeTracking: ChangeTracking.optional() },
  source: 'derived',
  needsService: true,
  queries: ({ modes }) => (modes.includes('json') ? [] : undefined),
  parseRefusal: 'Parse uploads do not support change tracking.',
  price: ({ modes }) => (modes.includes('json') ? { page: prices.extractedPage } : {}),
  judgesRefusals: true,
  derive: trackChanges,
})
