import type { Feature } from '#features/feature.ts'
import type { MissingEndpoint } from '#http/endpoint.ts'

const start = { methods: ['POST'] }
const read = { methods: ['GET'] }

/** Endpoints that are not implemented. Remove a row when its endpoint is. */
export const missingEndpoints: readonly MissingEndpoint[] = [
  { ...start, path: '/v2/deep-research', group: 'others', name: 'Deep research' },
  { ...read, path: '/v2/deep-research/:id', group: 'others', name: 'Deep research' },
  { ...start, path: '/v1/deep-research', group: 'others', name: 'Deep research' },
  { ...read, path: '/v1/deep-research/:id', group: 'others', name: 'Deep research' },
]

export function createNotImplementedFeature(): Feature {
  return { missingEndpoints }
}
