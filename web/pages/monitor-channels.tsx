import { useState } from 'preact/hooks'
import { send } from '../api.ts'
import { useResource } from '../resource.ts'
import { useAction } from '../ui/action.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { waitForDelivery } from './delivery-result.ts'
import { Select } from '../ui/choices.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/monitor-channels.ts'
import * as terms from '../words/en/terms.ts'
import * as untranslated from '../words/untranslated.ts'

export interface Channel {
  readonly id: string
  readonly name: string
  readonly receiver: string
}

/** How a monitor uses the channels of the team. */
export interface ChannelSettings {
  readonly ids: readonly string[]
  readonly message?: string
  readonly quietHours?: { readonly from: string; readonly to: string }
  readonly digest: string
}

export const noChannels: ChannelSettings = { ids: [], digest: 'none' }

interface Props {
  readonly settings: ChannelSettings
  readonly onChange: (settings: ChannelSettings) => void
}

const digests = {
  none: words.digestNone,
  hourly: words.digestHourly,
  daily: words.digestDaily,
}

/** The receivers of reports: the channels of the team, each of which can be tried. */
export function ChannelInputs({ settings, onChange }: Props) {
  const channels = useResource<{ data: readonly Channel[] }>('/v2/monitor-channels')
  const known = channels.data?.data ?? []
  const choose = (id: string, isChosen: boolean) =>
    onChange({
      ...settings,
      ids: isChosen ? [...settings.ids, id] : settings.ids.filter((one) => one !== id),
    })
  return (
    <fieldset class="rules">
      <legend>{words.channelsTitle}</legend>
      {known.map((channel) => (
        <ChannelRow
          key={channel.id}
          channel={channel}
          isChosen={settings.ids.includes(channel.id)}
          onChoose={(isChosen) => choose(channel.id, isChosen)}
          onRemoved={async () => {
            choose(channel.id, false)
            await channels.reload()
          }}
        />
      ))}
      <NewChannel
        onAdded={async (id) => {
          await channels.reload()
          choose(id, true)
        }}
      />
      {settings.ids.length > 0 && <Times settings={settings} onChange={onChange} />}
    </fieldset>
  )
}

function ChannelRow(props: {
  channel: Channel
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  onRemoved: () => Promise<void>
}) {
  const { channel, isChosen, onChoose, onRemoved } = props
  const { run, isBusy, notice } = useAction()
  const [result, setResult] = useState<{ isGood: boolean; text: string }>()
  const path = `/v2/monitor-channels/${channel.id}`
  const test = async () => {
    setResult(undefined)
    const { data } = await send<{ data: { jobId: string } }>('POST', `${path}/test`)
    setResult(await waitForDelivery(data.jobId))
  }
  return (
    <div class="channel">
      <label class="toggle">
        <input
          type="checkbox"
          aria-label={channel.name}
          checked={isChosen}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
        <span>
          <b>{channel.name}</b> <small class="faint">{channel.receiver}</small>
        </span>
      </label>
      <span role="status">
        {result && <span class={`badge ${result.isGood ? 'good' : 'bad'}`}>{result.text}</span>}
      </span>
      <Button
        class="small"
        aria-label={fill(words.testOne, { channel: channel.name })}
        disabled={isBusy}
        onClick={() => void run(test)}
      >
        {words.testButton}
      </Button>
      <IconButton
        icon="cross"
        label={fill(words.removeOne, { channel: channel.name })}
        size={16}
        disabled={isBusy}
        onClick={() =>
          void run(async () => {
            await send('DELETE', path)
            await onRemoved()
          })
        }
      />
      {notice}
    </div>
  )
}

function NewChannel({ onAdded }: { onAdded: (id: string) => Promise<void> }) {
  const { run, isBusy, notice } = useAction()
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const add = async () => {
    const body = { name, url }
    const { data } = await send<{ data: Channel }>('POST', '/v2/monitor-channels', body)
    setOpen(false)
    setName('')
    setUrl('')
    await onAdded(data.id)
  }
  if (!isOpen)
    return (
      <div class="toolbar">
        <Button class="small" icon="plus" onClick={() => setOpen(true)}>
          {words.addOpen}
        </Button>
        <small class="faint">{words.addServices}</small>
      </div>
    )
  return (
    <div class="stack">
      <label class="labelled">
        {words.addName}
        <input
          maxLength={128}
          placeholder={words.addNamePlaceholder}
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      <label class="labelled">
        {words.addUrl}
        <input
          class="mono"
          maxLength={1_024}
          spellcheck={false}
          placeholder={untranslated.addUrlPlaceholder}
          value={url}
          onInput={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        <small>{words.addUrlHint}</small>
      </label>
      {notice}
      <div class="toolbar">
        <Button
          disabled={isBusy || name.trim() === '' || url.trim() === ''}
          onClick={() => void run(add)}
        >
          {terms.actionAdd}
        </Button>
        <Button class="quiet" onClick={() => setOpen(false)}>
          {terms.actionCancel}
        </Button>
      </div>
    </div>
  )
}

function Times({ settings, onChange }: Props) {
  const { quietHours, digest, message = '' } = settings
  const setHours = (hours: Partial<NonNullable<ChannelSettings['quietHours']>>) => {
    const { quietHours: before = { from: '', to: '' }, ...rest } = settings
    const next = { ...before, ...hours }
    onChange(next.from + next.to === '' ? rest : { ...rest, quietHours: next })
  }
  return (
    <div class="toolbar">
      <label class="inline">
        {words.digestLabel}
        <Select
          choices={digests}
          value={digest}
          onChoose={(often) => onChange({ ...settings, digest: often })}
        />
      </label>
      <label class="inline">
        {words.hoursStart}
        <input
          type="time"
          value={quietHours?.from ?? ''}
          required={quietHours !== undefined}
          onInput={({ currentTarget }) => setHours({ from: currentTarget.value })}
        />
      </label>
      <label class="inline">
        {words.hoursEnd}
        <input
          type="time"
          value={quietHours?.to ?? ''}
          required={quietHours !== undefined}
          onInput={({ currentTarget }) => setHours({ to: currentTarget.value })}
        />
      </label>
      <label class="labelled grow">
        {words.messageLabel}
        <textarea
          rows={2}
          maxLength={2_000}
          placeholder={untranslated.messagePlaceholder}
          value={message}
          onInput={({ currentTarget }) => {
            const { message: _, ...rest } = settings
            const text = currentTarget.value
            onChange(text === '' ? rest : { ...rest, message: text })
          }}
        />
      </label>
    </div>
  )
}
