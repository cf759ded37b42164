import type { StoredChannel } from '#delivery/channels/channels.ts'
import { describeReceiver } from '#delivery/channels/open-channel.ts'
import type { Notification } from '#features/monitor/contract.ts'

/** The channels of a team that a monitor reports to: those that it names by id, and the one that `slack` means. */
export function chooseChannels(
  known: readonly StoredChannel[],
  { channels, slack }: Notification,
): StoredChannel[] {
  const wanted = new Set(channels?.ids)
  const inSlack = slack?.enabled ? findSlackChannel(known, slack) : undefined
  return known.filter((channel) => channel === inSlack || wanted.has(channel.id))
}

/** By its id, by Slack's id or name of the place that it leads to, or by the name that the team has given it. */
export function findSlackChannel(
  known: readonly StoredChannel[],
  { channelId, channelName }: NonNullable<Notification['slack']>,
): StoredChannel | undefined {
  const inSlack = known.flatMap((channel) => {
    const [service, place = ''] = describeReceiver(channel.url).split(': ')
    const names = [channel.id, withoutSign(place), withoutSign(channel.name)]
    return service === 'Slack' ? [{ channel, names }] : []
  })
  for (const name of [channelId, channelName]) {
    const found = name && inSlack.find(({ names }) => names.includes(withoutSign(name)))
    if (found) return found.channel
  }
  return undefined
}

const withoutSign = (name: string) => name.replace(/^#/, '')
