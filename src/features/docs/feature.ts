import type { Feature } from '#features/feature.ts'
import { docsRoutes } from './routes.ts'

/** The documentation of this version, for people and for programs. */
export const createDocsFeature = (): Feature => ({ endpoints: docsRoutes() })
