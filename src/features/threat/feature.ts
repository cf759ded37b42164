import type { Feature } from '#features/feature.ts'
import type { GaugeSource } from '#http/metrics.ts'
import { threatRoutes, type ThreatRouteParts } from './routes.ts'

export function createThreatFeature(
  parts: ThreatRouteParts & { readonly threatGauges: readonly GaugeSource[] },
): Feature {
  return { endpoints: threatRoutes(parts), gauges: parts.threatGauges }
}
