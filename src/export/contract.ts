import { z } from 'zod'

const exportFormats = ['jsonl', 'chunks', 'csv', 'markdown', 'warc', 'llms', 'llms-full'] as const

const fieldsMax = 50

const Fields = z
  .string()
  .max(2_000)
  .regex(/^[\w-]+(?:\.[\w:-]+)?(?:,[\w-]+(?:\.[\w:-]+)?)*$/, {
    error: 'Names of members, separated by commas: markdown,metadata.title',
  })
  .transform((text) => text.split(','))
  .refine((names) => names.length <= fieldsMax, { error: `At most ${fieldsMax} names` })

/** What no schema refuses of a query. */
export const exportRefusal = '… is available for the formats jsonl and csv.'

export const ExportQuery = z.object({
  format: z.enum(exportFormats).meta({
    description:
      '`jsonl`: one document per line; `chunks`: one piece of a document per line, for a vector store; `csv`: a table; `markdown`: a ZIP with one file per page; `warc`: WARC 1.1, compressed; `llms`, `llms-full`: llms.txt.',
  }),
  fields: Fields.optional().meta({
    description:
      'Members of the documents for `jsonl` and `csv`, separated by commas: `markdown,metadata.title`. Default: all in `jsonl`.',
  }),
  only: z.enum(['failed']).optional().meta({
    description:
      'Exports the failed pages with their errors instead of the documents, as `jsonl` or `csv`.',
  }),
})
export type ExportQuery = z.output<typeof ExportQuery>
export type ExportFormat = ExportQuery['format']
