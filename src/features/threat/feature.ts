import type { Feature, Sweep } from '#features/feature.ts'
import { threatConsoleRoutes, type ThreatConsoleParts } from './console-routes.ts'
import { threatRoutes, type ThreatRouteParts } from './routes.ts'

interface ThreatFeatureParts extends ThreatRouteParts, ThreatConsoleParts {
  readonly threatGauges: NonNullable<Feature['gauges']>
  readonly blockCounts: ThreatConsoleParts['blockCounts'] & Sweep
}

export function createThreatFeature(parts: ThreatFeatureParts): Feature {
  return {
    endpoints: [...threatRoutes(parts), ...threatConsoleRoutes(parts)],
    sweeps: [parts.blockCounts],
    gauges: parts.threatGauges,
  }
}
