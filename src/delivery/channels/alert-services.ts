import { isObject } from '#base/json-values.ts'
import { basic, cut, plainText, postForm, postJson, type ChannelService } from './channel.ts'

const ntfy: ChannelService = {
  name: 'ntfy',
  schemes: ['ntfy', 'ntfys'],
  form: 'ntfy://topic or ntfys://token@host/topic',
  needs: 'ntfy needs a topic',
  fromNative: ({ hostname, pathname }) =>
    hostname === 'ntfy.sh' && /^\/[\w-]+$/.test(pathname) ? `ntfy:/${pathname}` : undefined,
  open({ scheme, user, password, host, parts, query }) {
    const isPublic = parts.length === 0
    const topic = isPublic ? host : parts[0]
    if (topic === undefined || !/^[\w-]{1,64}$/.test(topic) || parts.length > 1) return undefined
    const isTls = isPublic || scheme === 'ntfys'
    const server = isPublic ? 'ntfy.sh' : host
    const authorization =
      user === undefined
        ? undefined
        : password === undefined
          ? `Bearer ${user}`
          : basic(user, password)
    const priority = readPriority(query['priority'])
    return {
      place: `${server}/${topic}`,
      // The JSON form goes to the root of the server, and takes any text in its title.
      write: ({ title, text, link }) =>
        postJson(
          `${isTls ? 'https' : 'http'}://${server}/`,
          {
            topic,
            title: cut(title, 250),
            message: cut(text, 3_500),
            ...(priority !== undefined && { priority }),
            ...(link !== undefined && { click: link }),
          },
          authorization === undefined ? {} : { authorization },
        ),
    }
  },
}

const priorities: Readonly<Record<string, number>> = { min: 1, low: 2, default: 3, high: 4, max: 5 }

function readPriority(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const named = Object.hasOwn(priorities, text.toLowerCase())
    ? priorities[text.toLowerCase()]
    : undefined
  const number = Number(text)
  return named ?? (Number.isInteger(number) && number >= 1 && number <= 5 ? number : undefined)
}

const gotify: ChannelService = {
  name: 'Gotify',
  schemes: ['gotify', 'gotifys'],
  form: 'gotifys://host/token',
  needs: 'Gotify needs a host and a token',
  open({ scheme, host, parts }) {
    const token = parts.at(-1)
    if (host === '' || token === undefined) return undefined
    const path = parts
      .slice(0, -1)
      .map((part) => `${encodeURIComponent(part)}/`)
      .join('')
    return {
      place: host,
      write: (message) =>
        postJson(
          `${scheme === 'gotifys' ? 'https' : 'http'}://${host}/${path}message`,
          {
            title: message.title,
            message: plainText({ ...message, title: '' }, 10_000),
            priority: 5,
            ...(message.link !== undefined && {
              extras: { 'client::notification': { click: { url: message.link } } },
            }),
          },
          { 'x-gotify-key': token },
        ),
    }
  },
}

const pushover: ChannelService = {
  name: 'Pushover',
  schemes: ['pover'],
  form: 'pover://user-key@token',
  needs: 'Pushover needs the key of a user and the token of an application',
  open({ user, host, parts: [device] }) {
    if (user === undefined || !/^\w{20,40}$/.test(host)) return undefined
    return {
      place: device ?? 'all devices',
      write: ({ title, text, link }) =>
        postForm('https://api.pushover.net/1/messages.json', {
          token: host,
          user,
          device,
          title: cut(title, 250),
          message: cut(text, 1_024),
          url: link !== undefined && link.length <= 512 ? link : undefined,
        }),
    }
  },
}

const pagerDuty: ChannelService = {
  name: 'PagerDuty',
  schemes: ['pagerduty'],
  form: 'pagerduty://integration-key@api-key',
  needs: 'PagerDuty needs the key of an integration (Events API v2)',
  open({ user, host, query }) {
    const key = user ?? host
    if (!/^\w{20,40}$/.test(key)) return undefined
    const region = query['region'] === 'eu' ? 'events.eu' : 'events'
    return {
      place: 'incidents',
      write: ({ title, text, link, subject }) =>
        postJson(`https://${region}.pagerduty.com/v2/enqueue`, {
          routing_key: key,
          event_action: 'trigger',
          dedup_key: cut(subject, 255),
          payload: {
            summary: cut(title, 1_024),
            source: 'Weir',
            severity: 'info',
            custom_details: { text: cut(text, 10_000) },
          },
          ...(link !== undefined && { links: [{ href: link, text: 'Open' }] }),
        }),
    }
  },
}

const opsgenie: ChannelService = {
  name: 'Opsgenie',
  schemes: ['opsgenie'],
  form: 'opsgenie://api-key',
  needs: 'Opsgenie needs the key of an integration',
  open({ host, query }) {
    if (!/^[\w-]{20,64}$/.test(host)) return undefined
    const server = query['region'] === 'eu' ? 'api.eu.opsgenie.com' : 'api.opsgenie.com'
    return {
      place: 'alerts',
      write: (message) =>
        postJson(
          `https://${server}/v2/alerts`,
          {
            message: cut(message.title, 130),
            description: plainText({ ...message, title: '' }, 15_000).trim(),
            alias: cut(message.subject, 512),
            source: 'Weir',
          },
          { authorization: `GenieKey ${host}` },
        ),
    }
  },
}

const twilio: ChannelService = {
  name: 'SMS by Twilio',
  schemes: ['twilio'],
  form: 'twilio://account-sid:auth-token@from/to',
  needs: 'Twilio needs an account and two numbers',
  open({ user, password, host, parts: [to] }) {
    if (user === undefined || password === undefined || !isNumber(host) || !isNumber(to))
      return undefined
    return {
      place: withPlus(to ?? ''),
      write: (message) =>
        postForm(
          `https://api.twilio.com/2010-04-01/Accounts/${encodeURIComponent(user)}/Messages.json`,
          { From: withPlus(host), To: withPlus(to ?? ''), Body: plainText(message, 1_000) },
          { authorization: basic(user, password) },
        ),
    }
  },
}

const isNumber = (text: string | undefined) => /^\+?\d{5,15}$/.test(text ?? '')
const withPlus = (number: string) => (number.startsWith('+') ? number : `+${number}`)

/** Any receiver: Apprise's own JSON. */
const plainJson: ChannelService = {
  name: 'JSON',
  schemes: ['json', 'jsons'],
  form: 'jsons://host/path',
  needs: 'A receiver of JSON has a host',
  open({ scheme, user, password, host, parts }) {
    if (host === '') return undefined
    const url = `${scheme === 'jsons' ? 'https' : 'http'}://${host}/${parts.map(encodeURIComponent).join('/')}`
    const headers: Record<string, string> =
      user === undefined ? {} : { authorization: basic(user, password ?? '') }
    return {
      place: host,
      write: ({ title, text, link }) =>
        postJson(
          url,
          {
            version: '1.0',
            title,
            message: text,
            type: 'info',
            attachments: [],
            ...(link !== undefined && { link }),
          },
          headers,
        ),
      findFailure: (body) =>
        isObject(body) && typeof body['error'] === 'string' && body['error'] !== ''
          ? `The receiver refuses the message: ${cut(body['error'], 200)}.`
          : undefined,
    }
  },
}

/** Services that wake people up. */
export const alertServices = [ntfy, gotify, pushover, pagerDuty, opsgenie, twilio, plainJson]
