import { useState } from 'preact/hooks'

/** Two pictures of a page over each other; a slider moves the border between them. */
export function BeforeAfter(props: { before: string | undefined; after: string | undefined }) {
  const { before, after } = props
  const [share, setShare] = useState(50)
  const [isGone, setGone] = useState(false)
  if (after === undefined) return null
  if (isGone) return <p class="faint">Screenshots are kept for 24 hours.</p>
  const picture = (url: string, alt: string) => (
    <img src={url} alt={alt} loading="lazy" onError={() => setGone(true)} />
  )
  if (before === undefined || before === after)
    return <figure class="before-after">{picture(after, 'The page in this check')}</figure>
  return (
    <figure class="before-after">
      <figcaption>
        <span>before</span>
        <input
          type="range"
          min={0}
          max={100}
          value={share}
          aria-label="Border between the screenshots"
          aria-valuetext={`${share} percent of the earlier screenshot`}
          onInput={({ currentTarget }) => setShare(currentTarget.valueAsNumber)}
        />
        <span>after</span>
      </figcaption>
      <div class="pictures" style={{ '--share': `${share}%` }}>
        {picture(after, 'The page in this check')}
        <div class="earlier">{picture(before, 'The page in the check before')}</div>
      </div>
    </figure>
  )
}
