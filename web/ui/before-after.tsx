import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { Switcher } from './choices.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/monitors.ts'
import * as terms from '../words/en/terms.ts'

const looks = {
  slider: words.screenshotsSlider,
  beside: terms.viewBeside,
  difference: words.screenshotsDifference,
} as const
type Look = keyof typeof looks

/** Two pictures of a page: over each other with a border that moves, side by side, or what differs between them. */
export function BeforeAfter(props: { before: string | undefined; after: string | undefined }) {
  const { before, after } = props
  const [look, setLook] = useState<Look>('slider')
  const [gone, setGone] = useState<string>()
  if (after === undefined) return null
  if (gone === after) return <p class="faint">{words.screenshotsExpired}</p>
  const picture = (url: string, alt: string) => (
    <img src={url} alt={alt} loading="lazy" onError={() => setGone(url)} />
  )
  if (before === undefined || before === after || gone === before)
    return <figure class="before-after">{picture(after, words.screenshotsAltAfter)}</figure>
  return (
    <figure class="before-after">
      <Switcher label={words.screenshotsLabel} choices={looks} value={look} onChoose={setLook} />
      {look === 'slider' && <Slider before={before} after={after} picture={picture} />}
      {look === 'beside' && (
        <div class="beside">
          {picture(before, words.screenshotsAltBefore)}
          {picture(after, words.screenshotsAltAfter)}
        </div>
      )}
      {look === 'difference' && (
        <div class="difference" role="img" aria-label={words.screenshotsDifferenceAlt}>
          {picture(before, '')}
          {picture(after, '')}
        </div>
      )}
    </figure>
  )
}

function Slider(props: {
  before: string
  after: string
  picture: (url: string, alt: string) => VNode
}) {
  const { before, after, picture } = props
  const [share, setShare] = useState(50)
  return (
    <>
      <div class="border">
        <span>{words.screenshotsBefore}</span>
        <input
          type="range"
          min={0}
          max={100}
          value={share}
          aria-label={words.screenshotsBorder}
          aria-valuetext={fill(words.screenshotsShare, { share })}
          onInput={({ currentTarget }) => setShare(currentTarget.valueAsNumber)}
        />
        <span>{words.screenshotsAfter}</span>
      </div>
      <div class="pictures" style={{ '--share': `${share}%` }}>
        {picture(after, words.screenshotsAltAfter)}
        <div class="earlier">{picture(before, words.screenshotsAltBefore)}</div>
      </div>
    </>
  )
}
