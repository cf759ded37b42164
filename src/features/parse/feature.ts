import type { Feature } from '#features/feature.ts'
import { createParse, type ParseDeps } from './parse.ts'
import { parseRoutes } from './routes.ts'
import { parseConsoleRoutes, type ParseConsoleParts } from './console-routes.ts'
import type { Uploads } from './uploads.ts'

interface ParseFeatureDeps extends ParseDeps {
  readonly readDocument: ParseDeps['readDocument'] & ParseConsoleParts
  readonly uploads: Uploads
}

export function createParseFeature(deps: ParseFeatureDeps): Feature {
  const { uploads } = deps
  return {
    endpoints: [
      ...parseRoutes({ parse: createParse(deps), uploads }),
      ...parseConsoleRoutes(deps.readDocument),
    ],
    sweeps: [uploads],
  }
}
