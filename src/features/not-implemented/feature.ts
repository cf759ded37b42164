import type { Feature } from '#features/feature.ts'
import { missingRoutes } from './routes.ts'

export function createNotImplementedFeature(): Feature {
  return { missingRoutes }
}
