import type { Feature } from '#features/feature.ts'
import type { ProfileStore } from '#storage/profile-store.ts'
import { profileRoutes } from './routes.ts'

export function createProfileFeature({ profiles }: { readonly profiles: ProfileStore }): Feature {
  return { endpoints: profileRoutes({ profiles }), sweeps: [profiles] }
}
