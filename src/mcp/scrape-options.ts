import { isObject } from '#base/json-values.ts'
import { z } from 'zod'
import type { Arguments } from './tool.ts'

/** Formats that tools take by name; other options of a format are in members of their own. */
const formatNames = [
  'markdown',
  'html',
  'rawHtml',
  'screenshot',
  'links',
  'images',
  'summary',
  'chunks',
  'changeTracking',
  'branding',
  'product',
  'menu',
  'json',
  'query',
  'audio',
  'video',
] as const

const query = z.object({
  prompt: z.string(),
  mode: z.enum(['directQuote', 'freeform']).optional(),
})

/** Members of tools that return content, where they differ from the schema of the API. */
export const contentExtra = {
  formats: z
    .array(z.enum(formatNames))
    .optional()
    .meta({ description: 'What to return; markdown when absent.' }),
  jsonOptions: z
    .object({ prompt: z.string().optional(), schema: z.record(z.string(), z.unknown()).optional() })
    .optional()
    .meta({ description: 'For the format json: a prompt, a JSON Schema, or both.' }),
  queryOptions: query.optional().meta({ description: 'For the format query: the question.' }),
  parsers: z.array(z.enum(['pdf'])).optional(),
  pdfOptions: z.object({ maxPages: z.int().min(1).optional() }).optional(),
} as const

const action = z.object({
  type: z.enum([
    'wait',
    'screenshot',
    'scroll',
    'scrape',
    'click',
    'write',
    'press',
    'executeJavascript',
    'generatePDF',
  ]),
  selector: z.string().optional(),
  milliseconds: z.number().optional(),
  text: z.string().optional(),
  key: z.string().optional(),
  direction: z.enum(['up', 'down']).optional(),
  script: z.string().optional(),
  fullPage: z.boolean().optional(),
})

/** The same for tools that read pages. */
export const pageExtra = {
  ...contentExtra,
  screenshotOptions: z
    .object({
      fullPage: z.boolean().optional(),
      quality: z.number().optional(),
      viewport: z.object({ width: z.number(), height: z.number() }).optional(),
    })
    .optional(),
  actions: z
    .array(action)
    .optional()
    .meta({ description: 'Steps in a browser before the content is read.' }),
} as const

/** Options of `firecrawl_scrape` inside of another tool. */
export const nestedOptions = z
  .record(z.string(), z.unknown())
  .optional()
  .meta({ description: 'Options of firecrawl_scrape, without url.' })

/** Converts the options of a tool to those of the API: options of a format become part of it. */
export function toScrapeOptions(given: unknown): unknown {
  if (!isObject(given)) return given
  const { jsonOptions, queryOptions, screenshotOptions, pdfOptions, ...options } = given
  const { formats, parsers } = options
  const formatOptions = { json: jsonOptions, query: queryOptions, screenshot: screenshotOptions }
  return {
    ...options,
    ...(Array.isArray(formats) && { formats: formats.map(merge(formatOptions)) }),
    ...(Array.isArray(parsers) && { parsers: parsers.map(merge({ pdf: pdfOptions })) }),
  }
}

const merge =
  (options: Arguments) =>
  (type: unknown): unknown =>
    typeof type === 'string' && isObject(options[type]) ? { ...options[type], type } : type
