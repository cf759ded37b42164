import { formatTime, toText } from '../format.ts'
import { rowsOfDiff } from '../ui/diff-rows.ts'
import { DiffView } from '../ui/diff-view.tsx'
import { JsonTree } from '../ui/json-tree.tsx'
import * as words from '../words/en/results.ts'

type Json = Readonly<Record<string, unknown>>

/** What has changed since the last version: its lines beside each other, and its values. */
export function ChangesView({ changes }: { changes: Json }) {
  const { changeStatus, previousScrapeAt, diff, json } = changes
  const before = typeof previousScrapeAt === 'string' ? previousScrapeAt : undefined
  return (
    <div class="fact-view">
      <p>
        <span class={`badge ${changeStatus === 'same' ? 'good' : 'info'}`}>
          {toText(changeStatus)}
        </span>{' '}
        {before === undefined
          ? words.changesFirst
          : `${words.changesBefore} ${formatTime(new Date(before))}`}
      </p>
      {before !== undefined && changeStatus === 'same' && <p>{words.changesSame}</p>}
      {typeof diff === 'string' && diff !== '' && (
        <DiffView rows={rowsOfDiff(diff)} look="unified" />
      )}
      {json !== undefined && json !== null && (
        <>
          <h4>{words.changesValues}</h4>
          <JsonTree value={json} />
        </>
      )}
    </div>
  )
}
