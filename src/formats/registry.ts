import type { z } from 'zod'
import { attributes } from './attributes.ts'
import { audio } from './audio.ts'
import { branding } from './branding.ts'
import { changeTracking } from './change-tracking.ts'
import { chunks } from './chunks.ts'
import { deterministicJson } from './deterministic-json.ts'
import type { FormatRecord } from './format.ts'
import { highlights } from './highlights.ts'
import { html } from './html.ts'
import { images } from './images.ts'
import { jsonFormat } from './json.ts'
import { links } from './links.ts'
import { markdown } from './markdown.ts'
import { menu } from './menu.ts'
import { product } from './product.ts'
import { query } from './query.ts'
import { question } from './question.ts'
import { rawBase64 } from './raw-base64.ts'
import { rawHtml } from './raw-html.ts'
import { screenshot } from './screenshot.ts'
import { summary } from './summary.ts'
import { video } from './video.ts'

/** Every format, in the order of the documentation. Derived formats are made in this order. A new format is one line here. */
export const formats = [
  markdown,
  html,
  rawHtml,
  rawBase64,
  links,
  images,
  screenshot,
  summary,
  chunks,
  jsonFormat,
  deterministicJson,
  query,
  question,
  highlights,
  changeTracking,
  attributes,
  branding,
  product,
  menu,
  audio,
  video,
] as const

type Record = (typeof formats)[number]
type WithOptions = Extract<Record, { schema: z.ZodObject }>
type Plain = Exclude<Record, WithOptions>

export type FormatType = Record['type']
export type PlainType = Plain['type']
export type FormatSchema = WithOptions['schema']
/** One format of a request, with the defaults of its options. */
export type Format = z.output<FormatSchema> | { type: PlainType }

type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  member: infer Both,
) => void
  ? Both
  : never
/** Shape of all Document members that come from formats. */
export type FormatMembers = Intersection<Record['members']>

export const formatTypes: readonly FormatType[] = formats.map(({ type }) => type)

const recordsByType = new Map<string, FormatRecord>(formats.map((record) => [record.type, record]))

/** The record of a type; types that reach this function have passed the request schema. */
export function formatRecord(type: FormatType): FormatRecord {
  const record = recordsByType.get(type)
  if (!record) throw new Error(`${type} is not a registered format.`)
  return record
}
