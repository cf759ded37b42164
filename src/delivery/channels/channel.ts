import type { ChannelUrl } from './channel-url.ts'

/** What people are to read. */
export interface ChannelMessage {
  readonly title: string
  readonly text: string
  /** Where more is to be seen. */
  readonly link?: string | undefined
  /** Names what the message is about, so that services can join messages about the same. */
  readonly subject: string
}

/** The HTTP request that carries a message. */
export interface ChannelRequest {
  readonly method: 'POST' | 'PUT'
  readonly url: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A service that tells people. */
export interface ChannelService {
  /** As people know it. */
  readonly name: string
  /** Schemes of its URLs. */
  readonly schemes: readonly string[]
  /** The form of its URL, for people. */
  readonly form: string
  /** What the form must have, as the first half of a sentence. */
  readonly needs: string
  /** Rewrites the URL that the service itself gives out. Undefined for other URLs. */
  readonly fromNative?: (url: URL) => string | undefined
  /** Where messages go and how they are written; undefined when a part of the URL is missing. */
  readonly open: (url: ChannelUrl) => OpenChannel | undefined
}

export interface OpenChannel {
  /** The place without its secrets: `#prices`, `ntfy.example/kettle`. */
  readonly place: string
  /** `id` is that of the delivery, equal in each attempt. */
  readonly write: (message: ChannelMessage, id: string) => ChannelRequest
  /** What is wrong, of a response that looks like a success. */
  readonly findFailure?: (body: unknown) => string | undefined
}

export function postJson(
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): ChannelRequest {
  return {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', 'user-agent': 'Weir', ...headers },
    body: JSON.stringify(body),
  }
}

export function postForm(
  url: string,
  fields: Readonly<Record<string, string | undefined>>,
  headers: Readonly<Record<string, string>> = {},
): ChannelRequest {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) given.append(name, value)
  return {
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'Weir',
      ...headers,
    },
    body: given.toString(),
  }
}

/** Cut between characters, with a mark. */
export function cut(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text
  return `${text.slice(0, lengthMax - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** Title, text and link as one text. */
export function plainText({ title, text, link }: ChannelMessage, lengthMax: number): string {
  const end = link === undefined ? '' : `\n\n${link}`
  const start = title === '' ? '' : `${title}\n\n`
  return start + cut(text, Math.max(200, lengthMax - start.length - end.length)) + end
}

export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
