import { z } from 'zod'

const listMax = 20
const dateForm = /^\d{4}-\d{2}-\d{2}$/

/** A parameter that is repeated, or a list with commas. */
export const listParameter = <Item extends z.ZodType>(item: Item) =>
  z.preprocess(splitList, z.array(item).max(listMax).meta({ takesEmpty: true }).default([]))

function splitList(value: unknown): unknown {
  const texts = Array.isArray(value) ? value : [value]
  return texts.every((text) => typeof text === 'string')
    ? texts
        .flatMap((text: string) => text.split(','))
        .map((text) => text.trim())
        .filter(Boolean)
    : value
}

export const flagParameter = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .optional()

export const queryText = (charsMax: number) =>
  z
    .string()
    .max(charsMax)
    .refine((text) => text.trim() !== '', { error: 'A query is required.' })
    .meta({ pattern: String.raw`\S` })

const name = z.string().max(256)

const client = {
  origin: z.string().max(256).optional(),
  integration: z.string().max(128).optional(),
}
const count = (most: number, usual: number) =>
  z.coerce.number().int().min(1).max(most).default(usual).meta({ description: 'Most results.' })
const date = z
  .string()
  .refine((text) => dateForm.test(text) && !Number.isNaN(Date.parse(text)), {
    error: 'Write the date as YYYY-MM-DD.',
  })
  .optional()

export const PapersQuery = z.strictObject({
  query: queryText(500).meta({ description: 'Words of title and abstract.' }),
  k: count(500, 40),
  authors: listParameter(name).meta({
    description: 'Names, of which a paper must have all; repeated, or joined with commas.',
  }),
  categories: listParameter(name).meta({ description: 'A paper must have all of them.' }),
  from: date.meta({ description: 'First day, YYYY-MM-DD.', format: 'date' }),
  to: date.meta({ description: 'Last day, YYYY-MM-DD.', format: 'date' }),
  ...client,
})
export type PapersQuery = z.output<typeof PapersQuery>

export const PaperParams = z.object({
  paperId: z.string().min(1).max(400).meta({
    description: 'An OpenAlex id, or `doi:`, `arxiv:`, `pmid:` or `s2:` before an identifier.',
  }),
})

/** Passages of a paper, when a query does not say how many. */
export const passagesUsual = 4

export const noPassages = 'k needs a query: without one there are no passages.'

export const PaperQuery = z
  .strictObject({
    query: queryText(500).optional(),
    k: z.coerce
      .number()
      .int()
      .min(1)
      .max(50)
      .optional()
      .meta({
        description: `Most passages that answer \`query\`; ${passagesUsual} when absent.`,
      }),
    ...client,
  })
  .refine(({ query, k }) => k === undefined || query !== undefined, {
    path: ['k'],
    error: noPassages,
  })
export type PaperQuery = z.output<typeof PaperQuery>

export const SimilarQuery = z.strictObject({
  intent: queryText(2_000).meta({ description: 'What the papers are wanted for.' }),
  mode: z
    .enum(['similar', 'citers', 'references'])
    .default('similar')
    .meta({ description: 'How they are related.' }),
  k: count(500, 40),
  rerank: flagParameter.meta({ description: 'Orders by the intent; default true.' }),
  anchor: listParameter(name).meta({ description: 'Further papers, by id.' }),
  ...client,
})
export type SimilarQuery = z.output<typeof SimilarQuery>

const ids = z.record(z.string(), z.array(z.string()))
const shown = {
  paperId: z.string().meta({ description: 'Names the paper in other requests.' }),
  ids: ids.meta({ description: 'Identifiers by namespace.' }),
  title: z.string(),
  abstract: z.string(),
}
const ranked = {
  ...shown,
  primaryId: z.string(),
  score: z.number().meta({ description: 'Higher is better, within one reply.' }),
}
const success = z.literal(true)
const warning = z.string().optional()

export const PapersReply = z
  .object({ success, results: z.array(z.object(ranked)), warning })
  .meta({ id: 'PapersReply', description: 'Papers, the best first.' })
export type PapersReply = z.input<typeof PapersReply>

export const PaperReply = z
  .object({
    success,
    paper: z.object({
      ...shown,
      authors: z.string().optional().meta({ description: 'Names, joined with commas.' }),
      categories: z.array(z.string()).optional(),
      createdDate: z.string().optional(),
      updateDate: z.string().optional(),
    }),
    paperId: z.string().optional(),
    query: z.string().optional(),
    passages: z.array(z.object({ text: z.string(), score: z.number() })).optional(),
  })
  .meta({ id: 'PaperReply', description: 'A paper, and what its abstract says about the query.' })
export type PaperReply = z.input<typeof PaperReply>

const signals = z.object({
  structural: z.number(),
  semantic: z.number(),
  articleRank: z.number(),
  seedOverlap: z.number(),
})

export const SimilarReply = z
  .object({
    success,
    results: z.array(z.object({ ...ranked, signals })),
    poolSize: z.int(),
    truncated: z.boolean(),
    note: z.string().nullable(),
  })
  .meta({ id: 'SimilarPapersReply', description: 'Related papers, the best first.' })
export type SimilarReply = z.input<typeof SimilarReply>
