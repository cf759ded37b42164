import type { Feature } from '#features/feature.ts'
import { threatRoutes, type ThreatRouteParts } from './routes.ts'

export function createThreatFeature(parts: ThreatRouteParts): Feature {
  return { endpoints: threatRoutes(parts) }
}
