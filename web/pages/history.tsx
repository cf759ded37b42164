import { useState } from 'preact/hooks'
import { ago, shortUrl, textOf } from '../format.ts'
import { session } from '../session.ts'
import { Icon } from '../ui/icon.tsx'
import type { Values } from './playground-request.ts'

interface Entry {
  readonly key: string
  readonly values: Values
}
interface Stored extends Entry {
  readonly at: number
}

const entriesMax = 50
const textLengthMax = 20_000

const nameOf = () => {
  const current = session.value
  return current?.state === 'signed-in' ? `history ${current.team.id}` : undefined
}

/** Requests of this tab, newest first. They leave with the tab. */
function read(): Stored[] {
  const name = nameOf()
  if (name === undefined) return []
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(name) ?? '[]')
    return Array.isArray(stored) ? (stored as Stored[]) : []
  } catch {
    return []
  }
}

/** Keeps a request, without headers and files; nothing under zero data retention. */
export function remember({ key, values }: Entry): void {
  const current = session.value
  const name = nameOf()
  if (name === undefined || current?.state !== 'signed-in') return
  if (current.team.zeroDataRetention === 'forced' || values['zeroDataRetention'] === true) return
  const { file: _, headers: __, ...kept } = values
  const entry: Stored = { key, values: kept, at: Date.now() }
  if (JSON.stringify(entry).length > textLengthMax) return
  const isSame = (one: Stored) =>
    one.key === key && JSON.stringify(one.values) === JSON.stringify(kept)
  const entries = [entry, ...read().filter((one) => !isSame(one))].slice(0, entriesMax)
  sessionStorage.setItem(name, JSON.stringify(entries))
}

export function History({ onChoose }: { onChoose: (entry: Entry) => void }) {
  const [isOpen, setOpen] = useState(false)
  const entries = isOpen ? read() : []
  return (
    <details
      class="history"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <Icon name="clock" size={14} />
        History
      </summary>
      {entries.length === 0 && <p class="faint">No request in this tab yet.</p>}
      <ul>
        {entries.map((entry) => (
          <li key={entry.at}>
            <button type="button" onClick={() => onChoose(entry)}>
              <span class="badge">{entry.key.split('/').at(-1)}</span>
              <span>{shortUrl(textOf(entry.values['url'] ?? entry.values['query']))}</span>
              <small>{ago(new Date(entry.at))}</small>
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
