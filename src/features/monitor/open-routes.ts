import type { OpenRoute } from '#http/open-routes.ts'
import { ServiceError } from '#kernel/errors.ts'
import { EmailToken } from './contract.ts'
import type { Recipients } from './recipients.ts'

type Answering = Pick<Recipients, 'confirm' | 'unsubscribe'>

/** Links in e-mails (contract section 13.1): whoever has one needs no key. */
export function monitorOpenRoutes(recipients: Answering): OpenRoute[] {
  const answer = (path: OpenRoute['path'], purpose: keyof Answering): OpenRoute => ({
    path,
    handle: async (told) => {
      const read = EmailToken.safeParse(told)
      if (!read.success) throw new ServiceError('BAD_REQUEST', 'invalid_token')
      return { success: true, ...(await recipients[purpose](read.data.token)) }
    },
  })
  return [
    answer('/v2/monitor/email/confirm', 'confirm'),
    answer('/v2/monitor/email/unsubscribe', 'unsubscribe'),
    // Where mail programs go by themselves.
    answer('/monitor/email/unsubscribe', 'unsubscribe'),
  ]
}
