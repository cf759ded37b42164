import { z } from 'zod'
import { DiscoveredTool } from '#data-providers/discovered-tool.ts'
import { Document } from '#formats/document.ts'

const category = z
  .enum(['github', 'research', 'pdf', 'gov', 'developer'])
  .optional()
  .meta({ description: 'The category the result belongs to, of those that were asked for.' })
const position = z.int().meta({ description: 'From 1, in each group.' })

/** What a failed scrape leaves: the other members are those of a document. */
const ItemMetadata = z
  .union([
    Document.shape.metadata,
    z.object({ error: z.string(), statusCode: z.int(), sourceURL: z.string() }),
  ])
  .optional()
const scraped = { ...Document.partial().shape, metadata: ItemMetadata }

const Passage = z
  .object({
    text: z.string(),
    headings: z
      .array(z.string())
      .readonly()
      .meta({ description: 'Headings that it stands under, the highest first.' }),
    anchor: z.string().meta({ description: 'Behind `url`, it leads there: a text fragment.' }),
    score: z.number().meta({ description: 'From 0 to 1.' }),
  })
  .meta({ id: 'SearchPassage', description: 'A piece of a page that speaks to the query.' })

const WebItem = z
  .object({
    ...scraped,
    url: z.string(),
    title: z.string(),
    description: z.string(),
    position,
    category,
    passages: z.array(Passage).readonly().optional(),
  })
  .meta({ id: 'SearchWebResult', description: 'A page, with its document when it was scraped.' })

const NewsItem = z
  .object({
    ...scraped,
    title: z.string(),
    url: z.string(),
    snippet: z.string(),
    date: z.string().optional().meta({ description: 'As the provider writes it.' }),
    imageUrl: z.string().optional(),
    position,
    category,
  })
  .meta({ id: 'SearchNewsResult', description: 'A piece of news.' })

const ImageItem = z
  .object({
    title: z.string(),
    imageUrl: z.string(),
    imageWidth: z.int().optional(),
    imageHeight: z.int().optional(),
    url: z.string(),
    position,
  })
  .meta({ id: 'SearchImageResult', description: 'An image, and the page it is on.' })

const SearchData = z
  .object({
    web: z.array(WebItem).optional(),
    images: z.array(ImageItem).optional(),
    news: z.array(NewsItem).optional(),
    tools: z.array(DiscoveredTool).readonly().optional(),
  })
  .meta({ id: 'SearchData', description: 'A group for each source that was asked.' })

/** The answer of a search (docs/api/search.md). */
export const SearchReply = z
  .object({
    success: z.literal(true),
    data: SearchData,
    answer: z
      .object({
        text: z.string(),
        sources: z.array(z.object({ url: z.string(), title: z.string(), quote: z.string() })).meta({
          description: 'The results that state it, each with the passage that fits best.',
        }),
      })
      .optional()
      .meta({ description: 'What the results say, when `answer` was asked for and they say it.' }),
    warning: z.string().optional(),
    scrapeIds: z
      .object({
        web: z.array(z.uuid()).optional(),
        news: z.array(z.uuid()).optional(),
        images: z.array(z.uuid()).optional(),
      })
      .optional(),
    creditsUsed: z.int(),
    id: z.uuid(),
  })
  .meta({ id: 'SearchReply', description: 'The results, by source.' })

export type SearchReply = z.input<typeof SearchReply>
export type SearchData = z.input<typeof SearchData>
export type WebItem = z.input<typeof WebItem>
export type NewsItem = z.input<typeof NewsItem>
export type ImageItem = z.input<typeof ImageItem>
