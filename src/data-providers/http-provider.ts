import { z } from 'zod'
import { isObject, type JsonObject } from '#base/json-values.ts'
import type { CallApi } from '#net/api-client.ts'
import { callDataProvider } from './call-provider.ts'
import { DataProviderError, type DataSource, type DataTool } from './provider.ts'

const id = z.string().regex(/^[a-z\d-]{1,64}$/, 'must have lower-case letters, digits and hyphens')
const text = z.string().min(1).max(1_000)
const url = z.url({ protocol: /^https?$/ }).max(2_000)
const domain = z.string().regex(/^[a-z\d.-]{1,253}$/, 'must be a domain in lower case')

const Terms = z.strictObject({ name: text, version: z.string().min(1).max(64), url })
const Option = z.strictObject({
  name: z.string().regex(/^\w{1,64}$/),
  type: z.enum(['string', 'number', 'boolean']).default('string'),
  description: text.default('Sent to the provider.'),
  required: z.boolean().default(false),
})
const ToolSettings = z.strictObject({
  capability: id,
  name: text,
  description: text,
  /** Called with POST; the body is the options. */
  url,
  options: z.array(Option).max(32).default([]),
  fields: z
    .array(z.strictObject({ name: text, type: text }))
    .max(64)
    .default([]),
  example: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
})

/** A provider that the operator describes (docs/third-party-data.md). */
export const HttpProviderSettings = z.strictObject({
  id,
  name: text,
  price: z.int().min(0).max(1_000_000),
  /** Asked with GET; `{url}` is replaced by the URL of the page. */
  url: url.refine((address) => address.includes('{url}'), 'must contain {url}').optional(),
  headers: z.record(z.string().max(256), z.string().max(8_192)).default({}),
  sites: z
    .array(
      z.strictObject({
        domain,
        paths: z.array(z.string().startsWith('/').max(1_000)).min(1).max(64).default(['/*']),
        isExclusive: z.boolean().default(true),
      }),
    )
    .max(256)
    .default([]),
  /** Member of the answer that holds the record; the whole answer when absent. */
  member: z.string().max(256).optional(),
  /** Member of the record that names it. */
  titleMember: z.string().max(256).default('name'),
  terms: Terms.optional(),
  teams: z.array(z.uuid()).max(10_000).optional(),
  tools: z.array(ToolSettings).max(64).default([]),
})
export type HttpProviderSettings = z.output<typeof HttpProviderSettings>

/** A provider with an API that answers JSON objects. */
export function createHttpProvider(callApi: CallApi, settings: HttpProviderSettings): DataSource {
  const { url: address, member, titleMember, tools, ...rest } = settings
  const headers = Object.fromEntries(
    Object.entries({ accept: 'application/json', ...settings.headers }).map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]),
  )
  return {
    ...rest,
    tools: tools.map(({ url: _url, ...tool }): DataTool => tool),
    async fetch({ href }, signal) {
      if (address === undefined) return undefined
      const wanted = address.replaceAll('{url}', encodeURIComponent(href))
      const answer = await callDataProvider(callApi, { url: wanted, headers }, signal)
      const data = answer && getMember(answer, member)
      const title = data?.[titleMember]
      return data && { title: typeof title === 'string' ? title : href, data }
    },
    async execute(capability, options, signal) {
      const tool = tools.find((each) => each.capability === capability)
      if (!tool) throw new DataProviderError('has no such capability')
      const request = {
        url: tool.url,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(options),
      }
      const data = await callDataProvider(callApi, request, signal)
      return { data: data ?? null, records: data ? 1 : 0 }
    },
  }
}

/** Undefined when there is no record. */
function getMember(answer: JsonObject, member: string | undefined): JsonObject | undefined {
  if (member === undefined) return answer
  const value = answer[member]
  if (value === null || value === undefined) return undefined
  if (isObject(value)) return value
  throw new DataProviderError(`answered without an object in ${member}`)
}
