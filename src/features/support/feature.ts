import type { Feature } from '#features/feature.ts'
import { supportRoutes } from './routes.ts'

export function createSupportFeature(): Feature {
  return { endpoints: supportRoutes() }
}
