import { useState } from 'preact/hooks'
import * as words from '../words/en/monitors.ts'

/** Two pictures of a page over each other; a slider moves the border between them. */
export function BeforeAfter(props: { before: string | undefined; after: string | undefined }) {
  const { before, after } = props
  const [share, setShare] = useState(50)
  const [isGone, setGone] = useState(false)
  if (after === undefined) return null
  if (isGone) return <p class="faint">{words.screenshotsExpired}</p>
  const picture = (url: string, alt: string) => (
    <img src={url} alt={alt} loading="lazy" onError={() => setGone(true)} />
  )
  if (before === undefined || before === after)
    return <figure class="before-after">{picture(after, words.screenshotsAltAfter)}</figure>
  return (
    <figure class="before-after">
      <figcaption>
        <span>{words.screenshotsBefore}</span>
        <input
          type="range"
          min={0}
          max={100}
          value={share}
          aria-label={words.screenshotsBorder}
          aria-valuetext={words.screenshotsShare(share)}
          onInput={({ currentTarget }) => setShare(currentTarget.valueAsNumber)}
        />
        <span>{words.screenshotsAfter}</span>
      </figcaption>
      <div class="pictures" style={{ '--share': `${share}%` }}>
        {picture(after, words.screenshotsAltAfter)}
        <div class="earlier">{picture(before, words.screenshotsAltBefore)}</div>
      </div>
    </figure>
  )
}
