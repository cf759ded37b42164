import type { Feature } from '#features/feature.ts'
import { z } from 'zod'
import { json, keyEndpoint } from '#http/endpoint.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { ProfileStore } from '#storage/profile-store.ts'

const Params = z.object({
  name: z.string().meta({
    description: 'Name of the profile, 1 to 128 characters.',
    minLength: 1,
    maxLength: 128,
  }),
})

const Reply = z
  .object({ success: z.literal(true) })
  .meta({ id: 'ProfileRemoved', description: 'The profile does not exist any longer.' })

/** Profiles are created by using them and deleted here. */
export function createProfileFeature({ profiles }: { readonly profiles: ProfileStore }): Feature {
  const endpoints = (['browser', 'interact'] as const).map((root) =>
    keyEndpoint({
      method: 'DELETE',
      path: `/v2/${root}/profiles/:name`,
      summary: 'Delete a browser profile',
      description: 'Deletes the cookies and storage of this profile.',
      operationId: `${root}RemoveProfile`,
      tag: 'Browser',
      group: 'browser',
      bucket: 'interactExecute',
      params: Params,
      reply: json(Reply),
      errors: ['CONFLICT'],
      async handle({ params: { name }, call }) {
        if (name.length < 1 || name.length > 128 || name.includes('\0')) {
          const message = 'Profile name must be between 1 and 128 characters.'
          throw new ServiceError('BAD_REQUEST', message)
        }
        const isRemoved = await profiles.remove({ teamId: call.account.teamId, name })
        if (isRemoved) return { success: true as const }
        const message =
          'A session is currently saving to this profile. Remove it when that has ended.'
        throw new ServiceError('CONFLICT', message)
      },
    }),
  )
  return { endpoints, sweeps: [profiles] }
}
