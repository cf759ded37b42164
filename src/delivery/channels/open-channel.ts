import { alertServices } from './alert-services.ts'
import type { ChannelService, OpenChannel } from './channel.ts'
import { readChannelUrl } from './channel-url.ts'
import { chatServices } from './chat-services.ts'

/** All services, in the order in which they are offered. */
export const channelServices: readonly ChannelService[] = [...chatServices, ...alertServices]

const byScheme = new Map(
  channelServices.flatMap((service) => service.schemes.map((scheme) => [scheme, service] as const)),
)

export type NamedChannel = OpenChannel & { readonly service: string; readonly url: string }

/** Opens the URL of a channel: Apprise's, or the one that a service gives out. Returns what is wrong with it as a text. */
export function openChannel(text: string): NamedChannel | string {
  const written = readNative(text.trim())
  const url = readChannelUrl(written)
  const service = url && byScheme.get(url.scheme)
  if (!service) return unknown
  const opened = service.open(url)
  return opened ? { ...opened, service: service.name, url: written } : describeLack(service)
}

const describeLack = ({ needs, form }: ChannelService) => `${needs}: ${form}`

const unknown = `This is not the URL of a channel. The forms are: ${channelServices
  .map(({ form }) => form)
  .join('; ')}`

/** What may be wrong with a URL. */
export const channelRefusals = [unknown, ...channelServices.map(describeLack)]

/** The beginnings of URLs, for the OpenAPI document: those of the services, and those that they give out. */
export const channelPattern = String.raw`^\s*(?:${[...byScheme.keys(), 'https'].map(ignoreCase).join('|')})://`

function ignoreCase(word: string): string {
  return word.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)
}

function readNative(text: string): string {
  const url = /^https:/i.test(text) ? URL.parse(text) : null
  if (!url) return text
  for (const { fromNative } of channelServices) {
    const found = fromNative?.(url)
    if (found !== undefined) return found
  }
  return text
}

/** Where the messages of a channel go, without its secrets. URLs of webhooks stay as they are. */
export function describeReceiver(url: string): string {
  if (/^https?:/.test(url)) return url
  const channel = openChannel(url)
  return typeof channel === 'string'
    ? url.slice(0, url.indexOf(':') + 3)
    : `${channel.service}: ${channel.place}`
}
