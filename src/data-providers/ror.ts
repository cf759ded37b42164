import { z } from 'zod'
import type { JsonObject } from '#base/json-values.ts'
import type { CallApi } from '#net/api-client.ts'
import { callDataProvider } from './call-provider.ts'
import { DataProviderError, type DataSource } from './provider.ts'

const Organization = z.object({
  id: z.string(),
  names: z.array(z.object({ value: z.string(), types: z.array(z.string()).catch([]) })).min(1),
  types: z.array(z.string()).catch([]),
  status: z.string().optional().catch(undefined),
  established: z.number().nullish().catch(undefined),
  domains: z.array(z.string()).catch([]),
  links: z.array(z.object({ type: z.string(), value: z.string() })).catch([]),
  locations: z
    .array(
      z.object({
        geonames_details: z
          .object({
            name: z.string().nullish(),
            country_name: z.string().nullish(),
            country_code: z.string().nullish(),
          })
          .catch({}),
      }),
    )
    .catch([]),
  external_ids: z
    .array(z.object({ type: z.string(), all: z.array(z.string()).catch([]) }))
    .catch([]),
})
const Found = z.object({ number_of_results: z.number(), items: z.array(z.unknown()) })
const limitMax = 20

/** The Research Organization Registry: organisations under CC0, without a key. */
export function createRor(callApi: CallApi, apiUrl: string): DataSource {
  const headers = { accept: 'application/json' }
  return {
    id: 'ror',
    name: 'Research Organization Registry',
    price: 1,
    sites: [{ domain: 'ror.org', paths: ['/*'], isExclusive: false }],
    tools: [
      {
        capability: 'find-organizations',
        name: 'Find organizations',
        description:
          'Finds universities, companies and other research organizations by name, with country, website and identifiers.',
        options: [
          { name: 'query', type: 'string', description: 'Name or part of it.', required: true },
          {
            name: 'limit',
            type: 'number',
            description: 'At most 20; 10 if absent.',
            required: false,
          },
        ],
        fields: [
          { name: 'total', type: 'number' },
          { name: 'organizations', type: 'array' },
        ],
        example: { query: 'University of Oxford' },
      },
    ],
    async fetch({ pathname }, signal) {
      const id = pathname.slice(1).replace(/\/$/, '')
      if (!/^0[a-z\d]{8}$/.test(id)) return undefined
      const url = `${apiUrl}/v2/organizations/${id}`
      const found = await callDataProvider(callApi, { url, headers }, signal)
      if (!found) return undefined
      const data = toData(found)
      return { title: String(data['name']), data }
    },
    async execute(_capability, options, signal) {
      const query = encodeURIComponent(String(options['query']))
      const url = `${apiUrl}/v2/organizations?query=${query}`
      const answer = Found.safeParse(await callDataProvider(callApi, { url, headers }, signal))
      if (!answer.success) throw new DataProviderError('answered with an unknown format')
      const limit = Math.min(limitMax, Math.max(1, Number(options['limit'] ?? 10)))
      const organizations = answer.data.items.slice(0, limit).map(toData)
      const data = { total: answer.data.number_of_results, organizations }
      return { data, records: organizations.length }
    },
  }
}

function toData(value: unknown): JsonObject {
  const answer = Organization.safeParse(value)
  if (!answer.success) throw new DataProviderError('answered with an unknown format')
  const { id, names, types, status, established, domains, links, locations } = answer.data
  const shown = names.find((name) => name.types.includes('ror_display')) ?? names[0]
  const place = locations[0]?.geonames_details
  const ids = answer.data.external_ids.map(({ type, all }) => [type, all.join(', ')])
  return {
    id,
    name: shown?.value ?? '',
    otherNames: names.map((name) => name.value).filter((name) => name !== shown?.value),
    types,
    status,
    established: established ?? undefined,
    city: place?.name ?? undefined,
    country: place?.country_name ?? undefined,
    countryCode: place?.country_code ?? undefined,
    website: links.find(({ type }) => type === 'website')?.value,
    domains,
    identifiers: Object.fromEntries(ids),
  }
}
