import { useState } from 'preact/hooks'
import * as words from '../words/en/json-tree.ts'

const shownMax = 200

/** A JSON value as a tree. Branches are rendered when they are opened. */
export function JsonTree({
  value,
  name,
  depth = 0,
}: {
  value: unknown
  name?: string
  depth?: number
}) {
  const [isOpen, setOpen] = useState(depth < 2)
  const label = name === undefined ? null : <span class="c-key">{name}: </span>
  if (typeof value !== 'object' || value === null) {
    const kind = typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'word'
    const text = JSON.stringify(value) ?? 'undefined'
    return (
      <div class="leaf">
        {label}
        <span class={`c-${kind}`}>{text.length > 400 ? `${text.slice(0, 400)}…` : text}</span>
      </div>
    )
  }
  const entries = Object.entries(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return (
    <details open={isOpen} class="branch" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {label}
        {open}
        <span class="c-note"> {entries.length} </span>
        {close}
      </summary>
      {isOpen &&
        entries
          .slice(0, shownMax)
          .map(([key, child]) => <JsonTree key={key} name={key} value={child} depth={depth + 1} />)}
      {isOpen && entries.length > shownMax && (
        <div class="leaf c-note">{words.restLabel(entries.length - shownMax)}</div>
      )}
    </details>
  )
}
