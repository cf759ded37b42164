import { z } from 'zod'
import type { JsonObject } from '#base/json-values.ts'
import type { CallApi } from '#net/api-client.ts'
import { callDataProvider } from './call-provider.ts'
import { DataProviderError, type DataSource, type DataTool } from './provider.ts'

const Texts = z.record(z.string(), z.object({ value: z.string() })).catch({})
const Entity = z.object({
  id: z.string(),
  labels: Texts,
  descriptions: Texts,
  aliases: z.record(z.string(), z.array(z.object({ value: z.string() }))).catch({}),
  sitelinks: z.record(z.string(), z.object({ title: z.string() })).catch({}),
  claims: z
    .record(
      z.string(),
      z.array(
        z.object({
          mainsnak: z.object({ datavalue: z.object({ value: z.unknown() }).optional() }),
        }),
      ),
    )
    .catch({}),
})
const Entities = z.object({ entities: z.record(z.string(), z.unknown()) })
const Found = z.object({
  search: z.array(
    z.object({
      id: z.string(),
      label: z.string().optional(),
      description: z.string().optional(),
    }),
  ),
})

/** Properties of organisations and people whose values are plain. */
const properties: Readonly<Record<string, string>> = {
  P571: 'inception',
  P856: 'website',
  P1128: 'employees',
  P6782: 'rorId',
  P1278: 'legalEntityIdentifier',
  P946: 'isin',
  P569: 'dateOfBirth',
}
const limitMax = 20

const findItems: DataTool = {
  capability: 'find-items',
  name: 'Find items',
  description:
    'Finds companies, organizations, people and places by name, with a short description.',
  options: [
    { name: 'query', type: 'string', description: 'Name or part of it.', required: true },
    { name: 'language', type: 'string', description: '`en` if absent.', required: false },
    {
      name: 'limit',
      type: 'number',
      description: 'At most 20; 10 if absent.',
      required: false,
    },
  ],
  fields: [{ name: 'items', type: 'array' }],
  example: { query: 'Siemens' },
}

/** Wikidata: items under CC0, without a key. */
export function createWikidata(
  callApi: CallApi,
  { apiUrl, userAgent }: { readonly apiUrl: string; readonly userAgent: string },
): DataSource {
  const headers = { accept: 'application/json', 'user-agent': userAgent }
  return {
    id: 'wikidata',
    name: 'Wikidata',
    price: 1,
    sites: [{ domain: 'wikidata.org', paths: ['/wiki/*', '/entity/*'], isExclusive: false }],
    tools: [findItems],
    async fetch({ pathname }, signal) {
      const id = pathname.split('/').at(-1) ?? ''
      if (!/^Q\d{1,12}$/.test(id)) return undefined
      const url = `${apiUrl}/wiki/Special:EntityData/${id}.json`
      const found = await callDataProvider(callApi, { url, headers }, signal)
      if (!found) return undefined
      const entities = Entities.safeParse(found)
      // A merged item comes under the id of the other one.
      const entity = Entity.safeParse(Object.values(entities.data?.entities ?? {})[0])
      if (!entity.success) throw new DataProviderError('answered with an unknown format')
      const data = toData(entity.data)
      return { title: String(data['name']), data }
    },
    async execute(_capability, options, signal) {
      const limit = Math.min(limitMax, Math.max(1, Number(options['limit'] ?? 10)))
      const { language: wanted } = options
      const language = typeof wanted === 'string' ? wanted : 'en'
      const query = new URLSearchParams({
        action: 'wbsearchentities',
        format: 'json',
        search: String(options['query']),
        language,
        uselang: language,
        limit: String(limit),
      })
      const url = `${apiUrl}/w/api.php?${query.toString()}`
      const answer = Found.safeParse(await callDataProvider(callApi, { url, headers }, signal))
      if (!answer.success) throw new DataProviderError('answered with an unknown format')
      const items = answer.data.search.map(({ id, label, description }) => ({
        id,
        url: `https://www.wikidata.org/wiki/${id}`,
        name: label ?? id,
        description,
      }))
      return { data: { items }, records: items.length }
    },
  }
}

function toData({
  id,
  labels,
  descriptions,
  aliases,
  sitelinks,
  claims,
}: z.output<typeof Entity>): JsonObject {
  const name = labels['en'] ?? labels['mul'] ?? Object.values(labels)[0]
  const page = sitelinks['enwiki']?.title
  const facts = Object.entries(properties).flatMap(([property, key]) => {
    const value = plain(claims[property]?.[0]?.mainsnak.datavalue?.value)
    return value === undefined ? [] : [[key, value] as const]
  })
  return {
    id,
    name: name?.value ?? id,
    description: descriptions['en']?.value,
    otherNames: (aliases['en'] ?? []).map(({ value }) => value),
    ...Object.fromEntries(facts),
    ...(page !== undefined && {
      wikipedia: `https://en.wikipedia.org/wiki/${encodeURIComponent(page.replaceAll(' ', '_'))}`,
    }),
  }
}

const Time = z.object({ time: z.string() })
const Quantity = z.object({ amount: z.string() })

/** Times as dates, quantities as numbers. */
function plain(value: unknown): string | number | undefined {
  if (typeof value === 'string') return value
  const time = Time.safeParse(value)
  if (time.success) return time.data.time.replace(/^\+/, '').slice(0, 10).replaceAll('-00', '')
  const quantity = Quantity.safeParse(value)
  return quantity.success ? Number(quantity.data.amount) : undefined
}
