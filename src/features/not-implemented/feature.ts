import type { Feature } from '#features/feature.ts'
import { missingEndpoints } from './routes.ts'

export function createNotImplementedFeature(): Feature {
  return { missingEndpoints }
}
