import { createHmac, timingSafeEqual } from 'node:crypto'

/** A delivery as it goes over the wire. */
export interface SignedMessage {
  readonly id: string
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly body: string | Uint8Array
}

const toleranceSeconds = 300

/**
 * The headers that prove where a delivery comes from: those of docs/api/webhooks.md, made with the first secret, and that
 * of Standard Webhooks, made with each. None without a secret.
 */
export function signatureHeaders(
  message: SignedMessage,
  secrets: readonly string[],
): Record<string, string> {
  const [current] = secrets
  if (current === undefined) return {}
  const standard = secrets.map((secret) => `v1,${standardSignature(message, secret)}`)
  return {
    'x-firecrawl-signature': `sha256=${createHmac('sha256', current).update(message.body).digest('hex')}`,
    'webhook-signature': standard.join(' '),
  }
}

/** Whether one of the signatures of a Standard Webhooks header is valid, and the message is recent. */
export function isGenuine(
  headers: Readonly<Record<string, string | undefined>>,
  body: string,
  { secret, now }: { readonly secret: string; readonly now: Date },
): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = headers
  if (!id || !time || !signatures || !/^\d+$/.test(time) || secret === '') return false
  const timestamp = Number(time)
  if (Math.abs(now.getTime() / 1_000 - timestamp) > toleranceSeconds) return false
  const expected = Buffer.from(standardSignature({ id, timestamp, body }, secret))
  return signatures.split(' ').some((entry) => {
    const given = Buffer.from(entry.replace(/^v1,/, ''))
    return (
      entry.startsWith('v1,') &&
      given.length === expected.length &&
      timingSafeEqual(given, expected)
    )
  })
}

function standardSignature({ id, timestamp, body }: SignedMessage, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
}
