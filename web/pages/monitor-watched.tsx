import { toText } from '../format.ts'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/monitor-rules.ts'

/** What a monitor watches of a page. */
export interface Watched {
  readonly lines: readonly { readonly text: string; readonly isIgnored: boolean }[]
  readonly values: readonly { readonly name: string; readonly found: number | boolean | null }[]
}

const linesMax = 200

/** The text that would be compared, with what is ignored struck through, and what the rules find. */
export function WatchedView({ watched }: { watched: Watched }) {
  const lines = watched.lines.filter(({ text }) => text.trim() !== '')
  return (
    <div class="watched">
      <h3>{words.watchedTitle}</h3>
      {watched.values.map(({ name, found }, at) => (
        <p key={at}>{valueText(name, found)}</p>
      ))}
      {lines.length === 0 && <p>{words.watchedEmpty}</p>}
      <div class="lines" tabIndex={0} role="region" aria-label={words.watchedTitle}>
        {lines.slice(0, linesMax).map(({ text, isIgnored }, at) =>
          isIgnored ? (
            <del key={at} title={words.watchedIgnored}>
              {text}
            </del>
          ) : (
            <p key={at}>{text}</p>
          ),
        )}
      </div>
    </div>
  )
}

function valueText(name: string, found: number | boolean | null): string {
  if (found === null) return fill(words.watchedUnknown, { name })
  if (typeof found === 'number') return fill(words.watchedNow, { name, value: toText(found) })
  return fill(words.watchedNow, { name, value: found ? words.watchedYes : words.watchedNo })
}
