import type { Feature } from '#features/feature.ts'
import { json, keyEndpoint } from '#http/endpoint.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import { patternRefusals } from '#sites/path-patterns.ts'
import { MapReply, mapRequest } from './contract.ts'
import { createMap, type MapDeps } from './map.ts'

interface MapFeatureDeps extends MapDeps {
  readonly urlRules: UrlRules
}

export function createMapFeature({ urlRules, ...deps }: MapFeatureDeps): Feature {
  const mapSite = createMap(deps)
  return {
    endpoints: [
      keyEndpoint({
        method: 'POST',
        path: '/v2/map',
        summary: 'List the URLs of a site',
        description:
          'Collects URLs from sitemaps, the links of the page, and pages that the team has scraped. `search` ranks them by relevance.',
        operationId: 'map',
        tag: 'Map',
        group: 'map',
        bucket: 'map',
        creditsRequired: 1,
        body: json(mapRequest(urlRules)),
        reply: json(MapReply),
        errors: ['MAP_TIMEOUT', 'MAP_FAILED', 'SAFE_MODE_BLOCKED'],
        refusals: patternRefusals,
        handle: ({ body, call }) => mapSite(body, call),
      }),
    ],
  }
}
