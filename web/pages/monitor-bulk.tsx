import { useState } from 'preact/hooks'
import { send } from '../api.ts'
import { useAction } from '../ui/action.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import type { Monitor } from './monitors.tsx'
import * as words from '../words/en/monitors.ts'
import * as counts from '../words/en/counts.ts'

const path = ({ id }: Monitor) => `/v2/monitor/${id}`

/** What can be done with several monitors at once. */
export function BulkActions(props: {
  monitors: readonly Monitor[]
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  onChanged: () => Promise<void>
}) {
  const { monitors, chosen, onChoose, onChanged } = props
  const { run, isBusy, notice } = useAction()
  const [isDeleting, setDeleting] = useState(false)
  const [tag, setTag] = useState('')
  const found = monitors.filter(({ id }) => chosen.has(id))
  const each = (work: (monitor: Monitor) => Promise<unknown>, wanted = found) =>
    void run(async () => {
      try {
        for (const monitor of wanted) await work(monitor)
      } finally {
        await onChanged()
      }
    })
  const set = (status: Monitor['status']) =>
    each(
      (monitor) => send('PATCH', path(monitor), { status }),
      found.filter((monitor) => monitor.status !== status),
    )
  const remove = () => {
    if (!isDeleting) return setDeleting(true)
    setDeleting(false)
    each((monitor) => send('DELETE', path(monitor)))
  }
  const setTags = (change: (tags: readonly string[], wanted: string) => readonly string[]) =>
    each((monitor) => send('PATCH', path(monitor), { tags: change(monitor.tags, tag.trim()) }))
  const isNone = found.length === 0 || isBusy
  const isAll = found.length === monitors.length
  return (
    <div class="bulk" role="group" aria-label={words.selectionLabel}>
      <button
        type="button"
        class="link"
        onClick={() => onChoose(new Set(isAll ? [] : monitors.map(({ id }) => id)))}
      >
        {isAll ? words.selectionNone : words.selectionAll}
      </button>
      <span class="faint" role="status">
        {counts.monitors(found.length)}
      </span>
      <Button class="small" disabled={isNone} onClick={() => set('paused')}>
        {words.actionsPause}
      </Button>
      <Button class="small" disabled={isNone} onClick={() => set('active')}>
        {words.actionsResume}
      </Button>
      <Button class="small danger" disabled={isNone} onClick={remove}>
        {isDeleting ? words.deletionConfirm : words.deletionButton}
      </Button>
      <input
        class="grow"
        maxLength={64}
        aria-label={words.selectionTag}
        placeholder={words.selectionTag}
        value={tag}
        onInput={({ currentTarget }) => setTag(currentTarget.value)}
      />
      <IconButton
        icon="plus"
        label={words.selectionTagAdd}
        disabled={isNone || tag.trim() === ''}
        onClick={() => setTags((tags, wanted) => [...new Set([...tags, wanted])])}
      />
      <IconButton
        icon="cross"
        label={words.selectionTagRemove}
        disabled={isNone || tag.trim() === ''}
        onClick={() => setTags((tags, wanted) => tags.filter((one) => one !== wanted))}
      />
      {notice}
    </div>
  )
}
