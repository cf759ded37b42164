import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { json, linkEndpoint, type Endpoint, type PublicEndpoint } from '#http/endpoint.ts'
import { ServiceError } from '#kernel/errors.ts'
import { EmailToken } from './contract.ts'
import type { Recipients } from './mail/recipients.ts'

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

const texts = {
  confirm: {
    operationId: 'confirmMonitorEmail',
    summary: 'Agree to the e-mails of a monitor',
    description: 'By the token of the link in the e-mail that asked; no key is needed.',
  },
  unsubscribe: {
    operationId: 'unsubscribeMonitorEmail',
    summary: 'Get no more e-mails of a monitor',
    description: 'By the token of the link at the end of every e-mail; no key is needed.',
  },
}
const replies = { confirm: Confirmed, unsubscribe: Unsubscribed }

/** Where the links of e-mails lead: pages that ask, and the endpoints that act on the token of the link. */
export function monitorEmailRoutes(recipients: Answering): Endpoint[] {
  const answer = (path: `/${string}`, purpose: keyof Answering) =>
    linkEndpoint({
      method: 'POST',
      path,
      link: EmailToken,
      invalidLink: () => new ServiceError('BAD_REQUEST', 'invalid_token'),
      body: json(EmailToken),
      reply: json(replies[purpose]),
      ...(path.startsWith('/v2/') && {
        operation: { ...texts[purpose], tag: 'Monitor', errors: ['NOT_FOUND'] },
      }),
      handle: async ({ link }: EmailLink) => ({
        success: true,
        ...(await recipients[purpose](link.token)),
      }),
    })
  return [
    answer('/v2/monitor/email/confirm', 'confirm'),
    answer('/v2/monitor/email/unsubscribe', 'unsubscribe'),
    // Mail programs that unsubscribe with one click post to the address of the page.
    answer('/monitor/email/unsubscribe', 'unsubscribe'),
    ...pages,
  ]
}

interface EmailLink {
  readonly link: z.output<typeof EmailToken>
}

const folder = join(import.meta.dirname, 'email-pages')
const shared = { access: 'public', method: 'GET' } as const

const page = (purpose: keyof Answering, title: string, question: string): PublicEndpoint => ({
  ...shared,
  path: `/monitor/email/${purpose}`,
  reply: { type: 'page' },
  async handle() {
    const html = await readFile(join(folder, 'subscription.html'), 'utf8')
    return html
      .replaceAll('{{title}}', title)
      .replaceAll('{{question}}', question)
      .replaceAll('{{purpose}}', purpose)
  },
})

const pages: readonly PublicEndpoint[] = [
  page('confirm', 'Confirm', 'Do you want the e-mails of this monitor?'),
  page('unsubscribe', 'Unsubscribe', 'Do you want no more e-mails of this monitor?'),
  {
    ...shared,
    path: '/monitor/email/subscription.js',
    reply: { type: 'file' },
    handle: async () => ({
      content: await readFile(join(folder, 'subscription.js')),
      contentType: 'text/javascript; charset=utf-8',
      headers: { 'cache-control': 'public, max-age=3600' },
    }),
  },
]
