import { useState } from 'preact/hooks'
import * as words from '../words/en/monitors.ts'

/** Two pictures of a page over each other; a slider moves the border between them. */
export function BeforeAfter(props: { before: string | undefined; after: string | undefined }) {
  const { before, after } = props
  const [share, setShare] = useState(50)
  const [isGone, setGone] = useState(false)
  if (after === undefined) return null
  if (isGone) return <p class="faint">{words.screenshotsAreKeptFor}</p>
  const picture = (url: string, alt: string) => (
    <img src={url} alt={alt} loading="lazy" onError={() => setGone(true)} />
  )
  if (before === undefined || before === after)
    return <figure class="before-after">{picture(after, words.thePageInThis)}</figure>
  return (
    <figure class="before-after">
      <figcaption>
        <span>{words.before}</span>
        <input
          type="range"
          min={0}
          max={100}
          value={share}
          aria-label={words.borderBetweenTheScreenshots}
          aria-valuetext={words.percentOfTheEarlier(share)}
          onInput={({ currentTarget }) => setShare(currentTarget.valueAsNumber)}
        />
        <span>{words.after}</span>
      </figcaption>
      <div class="pictures" style={{ '--share': `${share}%` }}>
        {picture(after, words.thePageInThis)}
        <div class="earlier">{picture(before, words.thePageInThe)}</div>
      </div>
    </figure>
  )
}
