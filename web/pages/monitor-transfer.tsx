import { useRef, useState } from 'preact/hooks'
import { readMessage, send } from '../api.ts'
import { useAction } from '../ui/action.tsx'
import { Button } from '../ui/button.tsx'
import { readMonitors, saveMonitors, type Imported } from './monitor-import.ts'
import type { Monitor } from './monitors.tsx'
import { fill } from '../words/fill.ts'
import * as counts from '../words/en/counts.ts'
import * as words from '../words/en/monitor-transfer.ts'

/** Saves the monitors as a file, and adds those of a file: of this service, or of changedetection.io. */
export function MonitorTransfer(props: {
  monitors: readonly Monitor[]
  onImported: () => Promise<void>
}) {
  const { monitors, onImported } = props
  const { run, isBusy, notice } = useAction()
  const [result, setResult] = useState<Result>()
  const input = useRef<HTMLInputElement>(null)
  const load = async (file: File) => {
    const found = readMonitors(await file.text())
    setResult(await addMonitors(found))
    await onImported()
  }
  return (
    <details class="more-settings transfer">
      <summary>{words.transferTitle}</summary>
      <div class="stack">
        {monitors.length > 0 && (
          <Button
            onClick={() => saveMonitors(monitors as unknown as readonly Record<string, unknown>[])}
          >
            {words.exportButton}
          </Button>
        )}
        <label class="labelled">
          {words.importLabel}
          <input
            ref={input}
            type="file"
            accept="application/json,.json"
            disabled={isBusy}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              if (file) void run(() => load(file))
              currentTarget.value = ''
            }}
          />
          <small>{words.importHint}</small>
        </label>
        {notice}
        {result && (
          <div role="status">
            <p>{fill(words.importResult, { monitors: counts.monitors(result.added) })}</p>
            <ul class="faint">
              {result.problems.map((text, at) => (
                <li key={at}>{text}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </details>
  )
}

interface Result {
  readonly added: number
  readonly problems: readonly string[]
}

/** Adds one after another; one that is refused does not stop the others. */
async function addMonitors(found: readonly Imported[]): Promise<Result> {
  const problems: string[] = []
  let added = 0
  for (const { body, isPaused, left } of found) {
    const name = String(body['name'])
    try {
      const { data } = await send<{ data: { id: string } }>('POST', '/v2/monitor', body)
      if (isPaused) await send('PATCH', `/v2/monitor/${data.id}`, { status: 'paused' })
      added += 1
      if (left.length > 0) problems.push(fill(words.importLeft, { name, left: left.join(', ') }))
    } catch (thrown) {
      problems.push(fill(words.importRefused, { name, reason: readMessage(thrown) }))
    }
  }
  return { added, problems }
}
