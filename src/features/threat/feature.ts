import type { Feature } from '#features/feature.ts'
import { threatConsoleRoutes, type ThreatConsoleParts } from './console-routes.ts'
import { threatRoutes, type ThreatRouteParts } from './routes.ts'

interface ThreatFeatureParts extends ThreatRouteParts, ThreatConsoleParts {
  readonly threatGauges: NonNullable<Feature['gauges']>
}

export function createThreatFeature(parts: ThreatFeatureParts): Feature {
  return {
    endpoints: [...threatRoutes(parts), ...threatConsoleRoutes(parts)],
    gauges: parts.threatGauges,
  }
}
