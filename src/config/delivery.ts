import { z } from 'zod'
import { countSetting, onOffSetting, setting } from './setting.ts'

export const deliverySettings = {
  mailFrom: setting(
    'WEIR_MAIL_FROM',
    z
      .string()
      .default('Weir <weir@localhost>')
      .describe('Sender address of e-mails, for example `Weir <weir@example.org>`.'),
  ),
  mailConfirmation: onOffSetting(
    'WEIR_MAIL_CONFIRMATION',
    'Whether recipients of monitor e-mails must confirm their address first. Set `off` only if all addresses are your own.',
    'on',
  ),
  webhookHttps: onOffSetting('WEIR_WEBHOOK_HTTPS', 'Whether webhook URLs must use https.', 'off'),
  siem: onOffSetting(
    'WEIR_SIEM',
    'Whether teams may have their fetched URLs sent to a SIEM.',
    'on',
  ),
  siemEventsMax: countSetting(
    'WEIR_SIEM_EVENTS_MAX',
    'Events of one team that may wait for its SIEM. Further ones are dropped and counted.',
    { min: 1_000, fallback: 100_000 },
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
