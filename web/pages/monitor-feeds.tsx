import { useState } from 'preact/hooks'
import { send } from '../api.ts'
import { ago } from '../format.ts'
import { useResource } from '../resource.ts'
import { useAction } from '../ui/action.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Failure } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy.tsx'
import { Form } from '../ui/form.tsx'
import type { Monitor } from './monitors.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/monitor-feeds.ts'

interface Feed {
  readonly id: string
  /** Without it and a tag, the feed has the changes of the team. */
  readonly monitorId?: string
  readonly tag?: string
  readonly createdAt: string
}

interface NewFeed {
  readonly atomUrl: string
  readonly rssUrl: string
}

/** Feeds of changes of a monitor, a tag or the team. */
export function MonitorFeeds(props: { monitors: readonly Monitor[]; chosen: Monitor | undefined }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      class="more-settings transfer"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{words.feedsTitle}</summary>
      {isOpen && <Feeds {...props} />}
    </details>
  )
}

const path = '/v2/monitor-feeds'

function Feeds({ monitors, chosen }: Parameters<typeof MonitorFeeds>[0]) {
  const { run, isBusy, notice } = useAction()
  const feeds = useResource<{ data: readonly Feed[] }>(path)
  const [added, setAdded] = useState<NewFeed>()
  const create = async (subject: string) => {
    const [kind, ...rest] = subject.split(' ')
    const value = rest.join(' ')
    const body = kind === 'tag' ? { tag: value } : kind === 'monitor' ? { monitorId: value } : {}
    setAdded((await send<{ data: NewFeed }>('POST', path, body)).data)
    await feeds.reload()
  }
  const remove = async (id: string) => {
    await send('DELETE', `${path}/${id}`)
    await feeds.reload()
  }
  const describe = ({ monitorId, tag }: Feed) => {
    if (tag !== undefined) return fill(words.subjectTag, { tag })
    if (monitorId === undefined) return words.subjectAll
    return monitors.find(({ id }) => id === monitorId)?.name ?? words.subjectGone
  }
  const tags = [...new Set(monitors.flatMap((one) => one.tags))].toSorted()
  return (
    <div class="stack">
      <small class="faint">{words.feedsHint}</small>
      <Form onSubmit={({ subject = 'all' }) => run(() => create(subject))}>
        <label class="labelled">
          {words.subjectLabel}
          <select name="subject">
            {chosen && <option value={`monitor ${chosen.id}`}>{chosen.name}</option>}
            <option value="all">{words.subjectAll}</option>
            {tags.map((tag) => (
              <option key={tag} value={`tag ${tag}`}>
                {fill(words.subjectTag, { tag })}
              </option>
            ))}
          </select>
        </label>
        <Button type="submit" class="small" disabled={isBusy}>
          {words.createButton}
        </Button>
      </Form>
      {notice}
      {feeds.failure !== undefined && <Failure>{feeds.failure}</Failure>}
      {added && (
        <div class="stack" role="status">
          <small>{words.createdHint}</small>
          <Address label={words.atomLabel} url={added.atomUrl} />
          <Address label={words.rssLabel} url={added.rssUrl} />
        </div>
      )}
      <ul class="feeds">
        {feeds.data?.data.map((feed) => (
          <li key={feed.id}>
            <span>
              {describe(feed)}
              <small>{fill(words.listCreated, { time: ago(feed.createdAt) })}</small>
            </span>
            <IconButton
              icon="cross"
              label={fill(words.listRemove, { subject: describe(feed) })}
              size={16}
              disabled={isBusy}
              onClick={() => void run(() => remove(feed.id))}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Address({ label, url }: { label: string; url: string }) {
  return (
    <div class="with-copy">
      <label class="labelled">
        {label}
        <input class="mono" readOnly value={url} />
      </label>
      <CopyButton text={url} />
    </div>
  )
}
