import { json, keyEndpoint, type Endpoint } from '#http/endpoint.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import { MapReply, mapRequest } from './contract.ts'
import type { MapSite } from './map.ts'

/** Contract section 10. */
export function mapRoutes({ mapSite, allowedHosts }: UrlRules & { mapSite: MapSite }): Endpoint[] {
  return [
    keyEndpoint({
      method: 'POST',
      path: '/v2/map',
      summary: 'List the pages of a site',
      description:
        'Finds the pages of a site by its sitemaps, the links of the page and what the team has scraped before; with `search` the most fitting come first.',
      operationId: 'map',
      tag: 'Map',
      group: 'map',
      bucket: 'map',
      creditsRequired: 1,
      body: json(mapRequest({ allowedHosts })),
      reply: json(MapReply),
      errors: ['MAP_TIMEOUT', 'MAP_FAILED', 'NOT_IMPLEMENTED'],
      handle: ({ body, call }) => mapSite(body, call),
    }),
  ]
}
