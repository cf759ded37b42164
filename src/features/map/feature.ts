import type { Feature } from '#features/feature.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import { createMap, type MapDeps } from './map.ts'
import { mapRoutes } from './routes.ts'

interface MapFeatureDeps extends MapDeps {
  readonly urlRules: UrlRules
}

export function createMapFeature({ urlRules, ...deps }: MapFeatureDeps): Feature {
  return { endpoints: mapRoutes({ mapSite: createMap(deps), ...urlRules }) }
}
