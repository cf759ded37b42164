import type { Feature } from '#features/feature.ts'
import { threatRoutes, type ThreatRouteParts } from './routes.ts'

export function createThreatFeature(
  parts: ThreatRouteParts & { readonly threatGauges: NonNullable<Feature['gauges']> },
): Feature {
  return { endpoints: threatRoutes(parts), gauges: parts.threatGauges }
}
