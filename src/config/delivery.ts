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
  siem: setting(
    'WEIR_SIEM',
    z
      .enum(['on', 'off'])
      .default('on')
      .describe('Whether teams may have their fetched URLs sent to a SIEM.'),
  ),
  siemEventsMax: setting(
    'WEIR_SIEM_EVENTS_MAX',
    z.coerce
      .number()
      .int()
      .min(1_000)
      .default(100_000)
      .describe(
        'Events of one team that may wait for its SIEM. Further ones are dropped and counted.',
      ),
  ),
  azureLoginUrl: setting(
    'WEIR_AZURE_LOGIN_URL',
    z
      .url({ protocol: /^https?$/ })
      .default('https://login.microsoftonline.com')
      .describe('Where Microsoft Sentinel gets its tokens; other clouds have another address.'),
  ),
  azureMonitorScope: setting(
    'WEIR_AZURE_MONITOR_SCOPE',
    z
      .string()
      .max(256)
      .default('https://monitor.azure.com/.default')
      .describe('Scope of these tokens; other clouds have another one.'),
  ),
}

export const deliverySecrets = {
  smtpUrl: setting(
    'WEIR_SMTP_URL',
    z
      .string()
      .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
      .refine((url) => URL.canParse(url), 'is not a URL')
      .optional()
      .describe(
        'SMTP server for the e-mails of monitors, for example `smtp://user:password@mail.example.org:587`. When unset, no e-mails are sent.',
      ),
  ),
}
