import { z } from 'zod'
import { setting } from './setting.ts'

export const deliverySettings = {
  mailFrom: setting(
    'WEIR_MAIL_FROM',
    z
      .string()
      .default('Weir <weir@localhost>')
      .describe('Sender address of e-mails, for example `Weir <weir@example.org>`.'),
  ),
  mailConfirmation: setting(
    'WEIR_MAIL_CONFIRMATION',
    z
      .enum(['on', 'off'])
      .default('on')
      .describe(
        'Whether recipients of monitor e-mails must confirm their address first. Set `off` only if all addresses are your own.',
      ),
  ),
  webhookHttps: setting(
    'WEIR_WEBHOOK_HTTPS',
    z.enum(['on', 'off']).default('off').describe('Whether webhook URLs must use https.'),
  ),
}

export const deliverySecrets = {
  smtpUrl: setting(
    'WEIR_SMTP_URL',
    z
      .string()
      .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
      .optional()
      .describe(
        'SMTP server for the e-mails of monitors, for example `smtp://user:password@mail.example.org:587`. When unset, no e-mails are sent.',
      ),
  ),
}
