import { useState } from 'preact/hooks'
import { useShown } from './shown.tsx'

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
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  const [shown, more] = useShown(entries.length, shownMax)
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
          .slice(0, shown)
          .map(([key, child]) => <JsonTree key={key} name={key} value={child} depth={depth + 1} />)}
      {isOpen && <div class="leaf">{more}</div>}
    </details>
  )
}
