import { z } from 'zod'
import type { OpenRoute } from '#http/open-routes.ts'
import { ServiceError } from '#kernel/errors.ts'
import { EmailToken } from './contract.ts'
import type { Recipients } from '#features/monitor/mail/recipients.ts'

type Answering = Pick<Recipients, 'confirm' | 'unsubscribe'>

const answered = {
  success: z.literal(true),
  email: z.string(),
  monitorName: z.string().nullable().meta({ description: 'Null when the monitor is gone.' }),
}
const Confirmed = z
  .object({
    ...answered,
    result: z.enum(['confirmed', 'already_confirmed', 'already_unsubscribed']),
  })
  .meta({ id: 'EmailConfirmed', description: 'What became of the address.' })
const Unsubscribed = z
  .object({ ...answered, result: z.enum(['unsubscribed', 'already_unsubscribed']) })
  .meta({ id: 'EmailUnsubscribed', description: 'The address gets no more e-mails.' })

const words = {
  confirm: {
    operationId: 'confirmMonitorEmail',
    summary: 'Agree to the e-mails of a monitor',
    description: 'By the token of the link in the e-mail that asked; no key is needed.',
    reply: Confirmed,
  },
  unsubscribe: {
    operationId: 'unsubscribeMonitorEmail',
    summary: 'Get no more e-mails of a monitor',
    description: 'By the token of the link at the end of every e-mail; no key is needed.',
    reply: Unsubscribed,
  },
}

/** Links in e-mails (contract section 13.1): whoever has one needs no key. */
export function monitorOpenRoutes(recipients: Answering): OpenRoute[] {
  const answer = (path: OpenRoute['path'], purpose: keyof Answering): OpenRoute => ({
    path,
    ...words[purpose],
    tag: 'Monitor',
    told: EmailToken,
    errors: ['NOT_FOUND'],
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
