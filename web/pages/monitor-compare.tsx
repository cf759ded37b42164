import { useMemo, useState } from 'preact/hooks'
import { formatTime } from '../format.ts'
import { useResource } from '../resource.ts'
import { BeforeAfter } from '../ui/before-after.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Empty, Failure, Loading } from '../ui/card.tsx'
import { rowsOfDiff } from '../ui/diff-rows.ts'
import { JsonTree } from '../ui/json-tree.tsx'
import type { Version } from './monitor-versions.ts'
import { ownPicture } from './own-picture.ts'
import { TextChange } from './text-change.tsx'
import * as words from '../words/en/monitors.ts'

interface Compared {
  readonly data: {
    readonly from: Version
    readonly to: Version
    readonly diff: { readonly text?: string; readonly json: object } | null
  }
}

/** Any two versions of a page: their texts, and their screenshots. */
export function CompareView(props: {
  monitorId: string
  /** Newest first. */
  versions: readonly Version[]
  /** Place of the version that is shown. */
  start: number
  onClose: () => void
}) {
  const { monitorId, versions, start, onClose } = props
  const latest = Math.min(start, versions.length - 2)
  const [to, setTo] = useState(versions[latest])
  const [from, setFrom] = useState(versions[latest + 1])
  const query = new URLSearchParams({ from: from?.id ?? '', to: to?.id ?? '' })
  const { data, failure } = useResource<Compared>(`/v2/monitor/${monitorId}/compare?${query}`)
  const isCurrent = data?.data.from.id === from?.id && data?.data.to.id === to?.id
  const choices = versions.filter(({ targetId }) => targetId === to?.targetId)
  const choose = (label: string, value: Version | undefined, set: (one: Version) => void) => (
    <label class="inline">
      {label}
      <select
        value={value?.id}
        onChange={({ currentTarget }) => {
          const found = choices.find(({ id }) => id === currentTarget.value)
          if (found) set(found)
        }}
      >
        {choices.map(({ id, createdAt }, at) => (
          <option key={id} value={id}>
            {formatTime(new Date(createdAt))}
            {at === choices.length - 1 && ` (${words.compareFirst})`}
          </option>
        ))}
      </select>
    </label>
  )
  return (
    <section class="compare" aria-label={words.compareLabel}>
      <div class="toolbar">
        {choose(words.compareFrom, from, setFrom)}
        <IconButton
          icon="right"
          label={words.compareSwap}
          onClick={() => {
            setFrom(to)
            setTo(from)
          }}
        />
        {choose(words.compareTo, to, setTo)}
        <span class="grow" />
        <Button class="small" onClick={onClose}>
          {words.compareClose}
        </Button>
      </div>
      {failure !== undefined && <Failure>{failure}</Failure>}
      {!data && failure === undefined && <Loading />}
      {data && failure === undefined && (
        <div class={isCurrent ? 'compared' : 'compared waiting'} aria-busy={!isCurrent}>
          <Difference compared={data} />
        </div>
      )}
    </section>
  )
}

function Difference({ compared: { data } }: { compared: Compared }) {
  const { from, to, diff } = data
  const rows = useMemo(() => rowsOfDiff(diff?.text ?? ''), [diff])
  const hasData = diff !== null && rows.length === 0 && Object.keys(diff.json).length > 0
  return (
    <>
      {rows.length > 0 && <TextChange rows={rows} />}
      {hasData && (
        <div class="tree">
          <JsonTree value={diff.json} />
        </div>
      )}
      {!diff && <Empty icon="check" title={words.compareSame} />}
      <BeforeAfter
        before={ownPicture(from.metadata?.screenshot)}
        after={ownPicture(to.metadata?.screenshot)}
      />
    </>
  )
}
