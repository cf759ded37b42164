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

/** An object whose members the text names: described one by one, they would take most of the list of tools. The API checks them. */
export const objectWith = (description: string) =>
  z.record(z.string(), z.unknown()).optional().meta({ description })

/** Members of tools that return content, where they differ from the schema of the API. */
export const contentExtra = {
  formats: z
    .array(z.enum(formatNames))
    .optional()
    .meta({ description: 'What to return; markdown when absent.' }),
  markdownOptions: objectWith('{linkTargets: false for shorter text, tokens: true to count them}.'),
  jsonOptions: objectWith('For json: {prompt: what to extract, schema: a JSON Schema}.'),
  queryOptions: objectWith('For query: {prompt: the question, mode: directQuote or freeform}.'),
  parsers: z
    .array(z.enum(['pdf']))
    .optional()
    .meta({ description: 'pdf reads PDF files; [] does not.' }),
  pdfOptions: objectWith('{maxPages: pages to read}.'),
  redactPII: z.unknown().optional().meta({
    description: 'Redacts personal data: true, or {mode, entities, replaceStyle}.',
  }),
} as const

const action = z
  .looseObject({
    type: z
      .enum([
        'wait',
        'screenshot',
        'scroll',
        'scrape',
        'click',
        'write',
        'press',
        'executeJavascript',
        'generatePDF',
      ])
      .meta({ description: 'The step.' }),
  })
  .meta({
    description:
      'wait: milliseconds or selector. click: selector. write: text. press: key. scroll: direction up or down, selector. executeJavascript: script. screenshot: fullPage.',
  })

/** The same for tools that read pages. */
export const pageExtra = {
  ...contentExtra,
  screenshotOptions: objectWith('{fullPage, quality: 1 to 100, viewport: {width, height}}.'),
  location: objectWith('{country: ISO 3166-1 alpha-2, languages: a list}.'),
  profile: objectWith('A browser profile of the team: {name, saveChanges}.'),
  actions: z
    .array(action)
    .optional()
    .meta({ description: 'Steps in a browser before the content is read.' }),
} as const

/** Options of `firecrawl_scrape` inside of another tool. */
export const nestedOptions = objectWith('Options of firecrawl_scrape, without url.')

/** Converts the options of a tool to those of the API: options of a format become part of it. */
export function toScrapeOptions(given: unknown): unknown {
  if (!isObject(given)) return given
  const { markdownOptions, jsonOptions, queryOptions, screenshotOptions, pdfOptions, ...options } =
    given
  const { formats = ['markdown'], parsers } = options
  const formatOptions = {
    markdown: markdownOptions,
    json: jsonOptions,
    query: queryOptions,
    screenshot: screenshotOptions,
  }
  return {
    ...options,
    ...((options['formats'] ?? markdownOptions) !== undefined &&
      Array.isArray(formats) && { formats: formats.map(merge(formatOptions)) }),
    ...(Array.isArray(parsers) && { parsers: parsers.map(merge({ pdf: pdfOptions })) }),
  }
}

const merge =
  (options: Arguments) =>
  (type: unknown): unknown =>
    typeof type === 'string' && isObject(options[type]) ? { ...options[type], type } : type
