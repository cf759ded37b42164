import { z } from 'zod'
import { readUrl, urlLengthMax } from './url.ts'

export interface UrlRules {
  /** Host names (or `*.suffix`) without a top-level domain that are allowed. */
  readonly allowedHosts: readonly string[]
  /** Why webhooks may not be sent to a URL, as a sentence; undefined if they may. */
  readonly webhookRefusal?: ((url: URL) => string | undefined) | undefined
}

/** Schema of a URL; the result has a scheme (docs/api/scrape.md). */
export const webUrl = ({ allowedHosts }: UrlRules) =>
  z
    .string()
    .transform((text, context) => {
      const reading = readUrl(text, allowedHosts)
      if (reading.status === 'read') return reading.url
      context.addIssue({ code: 'custom', message: reading.reason })
      return z.NEVER
    })
    .meta({
      description: `An http or https URL of at most ${urlLengthMax} characters; without a scheme, http is used.`,
      examples: ['https://example.com'],
      ...describeUrl({ allowedHosts }),
    })

/** What URLs of webhooks are refused for. */
export const targetRefusals = [
  'Webhook URL must use https.',
  'Webhook URL must not lead to a private address.',
] as const

/** The part of a JSON Schema that says which texts are URLs. */
export const describeUrl = ({ allowedHosts }: UrlRules) => ({
  pattern: writeUrlPattern({ hosts: ['localhost', ...allowedHosts] }),
  maxLength: urlLengthMax,
})

/** The part of a JSON Schema that says that all of `urls` are URLs, unless invalid ones are left out. */
export const describeUrls = (rules: UrlRules) => ({
  anyOf: [
    { properties: { ignoreInvalidURLs: { const: true } } },
    { properties: { urls: { items: describeUrl(rules) } } },
  ],
})

/**
 * Which texts are URLs, for people and programs that read the OpenAPI document, by domain names in Latin, Cyrillic, Greek and
 * East Asian letters; `readUrl` decides. `hosts` are allowed beside those with a top-level domain and IP addresses.
 */
export function writeUrlPattern({
  hosts = [],
  isSchemeRequired = false,
  hasAddresses = true,
}: {
  readonly hosts?: readonly string[]
  readonly isSchemeRequired?: boolean
  /** False where some IP addresses are refused. */
  readonly hasAddresses?: boolean
} = {}): string {
  const letters = 'a-zA-Zß-öø-ÿα-ωа-я一-龥ぁ-ゖァ-ヺ가-힣'
  const label = `[${letters}0-9](?:[${letters}0-9-]{0,61}[${letters}0-9])?`
  const names = hosts.map((host) =>
    host.startsWith('*.') ? `(?:${label}\\.)+${RegExp.escape(host.slice(2))}` : RegExp.escape(host),
  )
  const group = String.raw`[\da-fA-F]{1,4}`
  const address = '(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)'
  const addresses = [
    address,
    String.raw`(?:0|[1-9]\d{0,8})`,
    String.raw`\[(?:(?:${group}:){7}${group}|(?:${group}(?::${group}){0,2})?::(?:${group}(?::${group}){0,2})?)\]`,
  ]
  const host = [
    ...names,
    `(?:${label}\\.)+[${letters}]{2,63}\\.?`,
    ...(hasAddresses ? addresses : []),
  ]
  const user = String.raw`(?:[\w.~%-]+(?::[\w.~%-]*)?@)?`
  const scheme = isSchemeRequired
    ? `[hH][tT][tT][pP][sS]?://${user}`
    : `(?:(?:[hH][tT][tT][pP][sS]?:)?//${user})?`
  const port = '(?::(?:[1-5]?\\d{1,4}))?'
  return `^${isSchemeRequired ? '' : String.raw`\s*`}${scheme}(?:${host.join('|')})${port}(?:[/?#][\\s\\S]*)?$`
}
