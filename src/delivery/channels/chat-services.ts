import { escapeText } from '#base/html-text.ts'
import { isObject } from '#base/json-values.ts'
import { cut, plainText, postJson, type ChannelMessage, type ChannelService } from './channel.ts'

/** Incoming webhooks, and bots with a token. */
const slack: ChannelService = {
  name: 'Slack',
  schemes: ['slack'],
  form: 'slack://TokenA/TokenB/TokenC or slack://xoxb-token/#channel',
  needs: 'Slack needs the three tokens of a webhook, or the token of a bot and a channel',
  fromNative({ hostname, pathname }) {
    const [first, ...tokens] = pathname.split('/').filter(Boolean)
    if (hostname !== 'hooks.slack.com' || first !== 'services') return undefined
    return `slack://${tokens.join('/')}`
  },
  open({ host, parts }) {
    if (/^xox[bp]-/.test(host)) {
      const [channel] = parts
      if (channel === undefined) return undefined
      return {
        place: channel,
        write: (message) =>
          postJson(
            'https://slack.com/api/chat.postMessage',
            { channel, text: writeSlack(message), unfurl_links: false },
            { authorization: `Bearer ${host}` },
          ),
        findFailure: (body) =>
          isObject(body) && body['ok'] === false
            ? `Slack refuses the message: ${String(body['error'])}.`
            : undefined,
      }
    }
    const tokens = [host, ...parts].slice(0, 3)
    if (tokens.length < 3 || tokens.some((token) => !/^\w+$/.test(token))) return undefined
    return {
      place: 'incoming webhook',
      write: (message) =>
        postJson(`https://hooks.slack.com/services/${tokens.join('/')}`, {
          text: writeSlack(message),
        }),
    }
  },
}

/** Slack's own markup needs the same characters escaped as HTML. */
const writeSlack = (message: ChannelMessage) =>
  plainText(
    { ...message, title: `*${escapeText(message.title)}*`, text: escapeText(message.text) },
    3_000,
  )

const discord: ChannelService = {
  name: 'Discord',
  schemes: ['discord'],
  form: 'discord://webhook-id/webhook-token',
  needs: 'A Discord webhook has an id and a token',
  fromNative({ hostname, pathname }) {
    if (!/^(?:\w+\.)?discord(?:app)?\.com$/.test(hostname)) return undefined
    const [, id, token] = /^\/api(?:\/v\d+)?\/webhooks\/(\d+)\/([\w-]+)/.exec(pathname) ?? []
    return id === undefined ? undefined : `discord://${id}/${token ?? ''}`
  },
  open({ host, parts: [token] }) {
    if (!/^\d+$/.test(host) || token === undefined) return undefined
    const url = `https://discord.com/api/webhooks/${host}/${encodeURIComponent(token)}`
    return {
      place: `webhook ${host}`,
      write: ({ title, text, link }) =>
        postJson(url, {
          embeds: [
            {
              title: cut(title, 256),
              description: cut(text, 4_000),
              ...(link !== undefined && { url: link }),
            },
          ],
          allowed_mentions: { parse: [] },
        }),
    }
  },
}

/** Workflows of Power Automate, and the older connectors. Both take an adaptive card. */
const teams: ChannelService = {
  name: 'Microsoft Teams',
  schemes: ['workflows', 'workflow'],
  form: 'workflows://host/workflow-id/signature',
  needs: 'A workflow of Teams has a host, an id and a signature',
  fromNative({ hostname, pathname, searchParams }) {
    const isHost = /\.(?:logic\.azure|azure-apihub|powerplatform)\.\w+$/.test(hostname)
    const [, id] = /\/workflows\/(\w+)\//.exec(pathname) ?? []
    const signature = searchParams.get('sig')
    if (!isHost || id === undefined || signature === null) return undefined
    return `workflows://${hostname}/${id}/${encodeURIComponent(signature)}`
  },
  open({ host, parts: [id, signature], query }) {
    if (host === '' || id === undefined || signature === undefined) return undefined
    const api = query['api-version'] ?? query['ver'] ?? '2016-06-01'
    const address = URL.parse(
      `https://${host}/workflows/${encodeURIComponent(id)}/triggers/manual/paths/invoke`,
    )
    if (!address) return undefined
    address.search = new URLSearchParams({
      'api-version': api,
      sp: '/triggers/manual/run',
      sv: '1.0',
      sig: signature,
    }).toString()
    return {
      place: host.split('.')[0] ?? host,
      write: ({ title, text, link }) =>
        postJson(address.href, {
          type: 'message',
          attachments: [
            {
              contentType: 'application/vnd.microsoft.card.adaptive',
              contentUrl: null,
              content: {
                $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
                type: 'AdaptiveCard',
                version: '1.4',
                body: [
                  { type: 'TextBlock', text: title, weight: 'Bolder', size: 'Medium', wrap: true },
                  { type: 'TextBlock', text: cut(text, 12_000), wrap: true },
                ],
                ...(link !== undefined && {
                  actions: [{ type: 'Action.OpenUrl', title: 'Open', url: link }],
                }),
              },
            },
          ],
        }),
    }
  },
}

const telegram: ChannelService = {
  name: 'Telegram',
  schemes: ['tgram'],
  form: 'tgram://bot-token/chat-id',
  needs: 'A bot of Telegram has a token and a chat',
  open({ user, password, host, parts }) {
    // The colon of a bot token reads like that between a host and its port.
    const token = (user === undefined ? host : `${user}:${password ?? ''}`).replace(/^bot/, '')
    const [chat, ...more] = parts
    if (!/^\d+:[\w-]{10,}$/.test(token) || chat === undefined || more.length > 0) return undefined
    const chatId = /^-?\d+$/.test(chat) || chat.startsWith('@') ? chat : `@${chat}`
    return {
      place: `chat ${chatId}`,
      write: (message) =>
        postJson(`https://api.telegram.org/bot${token}/sendMessage`, {
          chat_id: chatId,
          text: plainText(message, 4_000),
          link_preview_options: { is_disabled: true },
        }),
    }
  },
}

const matrix: ChannelService = {
  name: 'Matrix',
  schemes: ['matrix', 'matrixs'],
  form: 'matrixs://access-token@host/!room-id:server',
  needs: 'A room of Matrix needs an access token and its internal id',
  open({ scheme, user, password, host, parts: [room] }) {
    if (user === undefined || password !== undefined || host === '' || !room?.startsWith('!'))
      return undefined
    const origin = `${scheme === 'matrixs' ? 'https' : 'http'}://${host}`
    const path = `/_matrix/client/v3/rooms/${encodeURIComponent(room)}/send/m.room.message/`
    return {
      place: `${room} on ${host}`,
      write: (message, id) => ({
        ...postJson(
          `${origin}${path}${encodeURIComponent(id)}`,
          { msgtype: 'm.text', body: plainText(message, 30_000) },
          { authorization: `Bearer ${user}` },
        ),
        method: 'PUT',
      }),
    }
  },
}

/** Services in which people talk. */
export const chatServices = [slack, discord, teams, telegram, matrix]
