import type { Monitor } from './monitors.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/monitors.ts'
import * as counts from '../words/en/counts.ts'

/** Which monitors are listed. */
interface Filter {
  readonly text: string
  readonly tags: readonly string[]
  readonly isUnread: boolean
}

export const noFilter: Filter = { text: '', tags: [], isUnread: false }

/** Whether a monitor has all that is asked for; `unseen` is its number of checks that were not seen. */
export function isShown({ name, tags, targets }: Monitor, filter: Filter, unseen: number): boolean {
  const text = filter.text.trim().toLowerCase()
  const texts = [name, ...tags, ...targets.flatMap(({ url, urls }) => urls ?? url ?? [])]
  return (
    (!filter.isUnread || unseen > 0) &&
    filter.tags.every((tag) => tags.includes(tag)) &&
    texts.some((one) => one.toLowerCase().includes(text))
  )
}

export function MonitorFilter(props: {
  monitors: readonly Monitor[]
  filter: Filter
  onChange: (filter: Filter) => void
}) {
  const { monitors, filter, onChange } = props
  const tags = Map.groupBy(
    monitors.flatMap((one) => one.tags),
    (tag) => tag,
  )
  const sorted = [...tags].toSorted(([a], [b]) => a.localeCompare(b))
  const toggle = (tag: string) =>
    filter.tags.includes(tag) ? filter.tags.filter((one) => one !== tag) : [...filter.tags, tag]
  return (
    <div class="filter" role="group" aria-label={words.filterLabel}>
      <input
        type="search"
        aria-label={words.filterText}
        placeholder={words.filterText}
        value={filter.text}
        onInput={({ currentTarget }) => onChange({ ...filter, text: currentTarget.value })}
      />
      <div class="chip-list">
        <button
          type="button"
          class="chip"
          aria-pressed={filter.isUnread}
          onClick={() => onChange({ ...filter, isUnread: !filter.isUnread })}
        >
          {words.filterUnread}
        </button>
        {sorted.map(([tag, { length }]) => (
          <button
            key={tag}
            type="button"
            class="chip"
            aria-pressed={filter.tags.includes(tag)}
            aria-label={fill(words.filterTag, { tag, monitors: counts.monitors(length) })}
            onClick={() => onChange({ ...filter, tags: toggle(tag) })}
          >
            {tag}
          </button>
        ))}
      </div>
    </div>
  )
}
