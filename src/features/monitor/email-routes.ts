import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { json, type Endpoint, type PublicEndpoint } from '#http/endpoint.ts'
import { linkEndpoint } from '#http/link-endpoint.ts'
import { ServiceError } from '#kernel/errors.ts'
import { EmailToken } from './contract.ts'
import type { Recipients } from './mail/recipients.ts'

type Answering = Pick<Recipients, 'confirm' | 'unsubscribe'>

const answered = {
  success: z.literal(true),
  email: z.string(),
  monitorName: z.string().nullable().meta({ description: 'Null if the monitor is deleted.' }),
}
const Confirmed = z
  .object({
    ...answered,
    result: z.enum(['confirmed', 'already_confirmed', 'already_unsubscribed']),
  })
  .meta({ id: 'EmailConfirmed', description: 'Status of the address.' })
const Unsubscribed = z
  .object({ ...answered, result: z.enum(['unsubscribed', 'already_unsubscribed']) })
  .meta({ id: 'EmailUnsubscribed', description: 'The address gets no more e-mails.' })

const texts = {
  confirm: {
    operationId: 'confirmMonitorEmail',
    summary: 'Confirm the e-mails of a monitor',
    description: 'Needs the token of the link in the confirmation e-mail; no key.',
  },
  unsubscribe: {
    operationId: 'unsubscribeMonitorEmail',
    summary: 'Unsubscribe from the e-mails of a monitor',
    description: 'Needs the token of the unsubscribe link in an e-mail; no key.',
  },
}
const replies = { confirm: Confirmed, unsubscribe: Unsubscribed }

/** Clients know these answers as texts alone. */
const withoutCode = { facts: { code: undefined } }

/** Links of e-mails: the pages that ask, and the endpoints that their forms call with the token of the link. */
export function monitorEmailRoutes(recipients: Answering): Endpoint[] {
  const answer = (path: `/${string}`, purpose: keyof Answering) =>
    linkEndpoint({
      method: 'POST',
      path,
      link: EmailToken,
      invalidLink: () => new ServiceError('BAD_REQUEST', 'invalid_token', withoutCode),
      body: json(EmailToken),
      reply: json(replies[purpose]),
      ...(path.startsWith('/v2/') && {
        isInBody: true,
        operation: {
          ...texts[purpose],
          tag: 'Monitor',
          errors: ['NOT_FOUND'],
          refusals: ['invalid_token'],
        },
      }),
      handle: async ({ link }: EmailLink) => ({
        success: true,
        ...(await recipients[purpose](link.token)),
      }),
    })
  return [
    answer('/v2/monitor/email/confirm', 'confirm'),
    answer('/v2/monitor/email/unsubscribe', 'unsubscribe'),
    // Mail programs with one-click unsubscribe post to the URL of the page.
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
