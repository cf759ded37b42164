import { useState } from 'preact/hooks'
import { readMessage } from '../api.ts'
import { ago, shortUrl, toText } from '../format.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { forget, remembered, type Remembered, type Stored } from './request-history.ts'
import * as words from '../words/en/playground.ts'

/** The last requests of the playground in this browser. */
export function History({ onChoose }: { onChoose: (entry: Remembered) => void }) {
  const [entries, setEntries] = useState<readonly Stored[]>([])
  const [failure, setFailure] = useState<string>()
  const load = (isOpen: boolean) => {
    if (!isOpen) return
    remembered().then(setEntries, (thrown: unknown) => setFailure(readMessage(thrown)))
  }
  const clear = () => {
    forget().then(
      () => setEntries([]),
      (thrown: unknown) => setFailure(readMessage(thrown)),
    )
  }
  return (
    <details class="history" onToggle={({ currentTarget }) => load(currentTarget.open)}>
      <summary>
        <Icon name="clock" size={14} />
        {words.historyTitle}
      </summary>
      {failure !== undefined && <Failure>{failure}</Failure>}
      {entries.length === 0 && <p class="faint">{words.historyEmpty}</p>}
      <ul>
        {entries.map((entry) => (
          <li key={entry.at}>
            <button type="button" onClick={() => onChoose(entry)}>
              <span class="badge">{entry.key.split('/').at(-1)}</span>
              <span>{shortUrl(toText(entry.values['url'] ?? entry.values['query']))}</span>
              <small>{ago(new Date(entry.at))}</small>
            </button>
          </li>
        ))}
      </ul>
      {entries.length > 0 && (
        <Button class="small quiet" onClick={clear}>
          {words.historyClear}
        </Button>
      )}
    </details>
  )
}
