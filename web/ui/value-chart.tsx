import { useEffect, useRef } from 'preact/hooks'
import { formatNumber, formatTime } from '../format.ts'
import { theme } from '../theme.ts'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/monitor-values.ts'

export interface Point {
  readonly at: string
  readonly value: number
}

const height = 180

/** A value over time as steps; readers get the same numbers as a table. The chart is loaded when it is shown. */
export function ValueChart({ label, points }: { label: string; points: readonly Point[] }) {
  const frame = useRef<HTMLDivElement>(null)
  const shownTheme = theme.value
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    let end: (() => void) | undefined
    let isGone = false
    const draw = async () => {
      const { drawValues } = await import('./draw-values.ts')
      if (!isGone) end = drawValues(element, { label, points, height })
    }
    void draw()
    return () => {
      isGone = true
      end?.()
    }
  }, [label, points.length, points.at(-1)?.at, shownTheme])
  const values = points.map(({ value }) => value)
  return (
    <figure class="values">
      <figcaption>
        <b>{label}</b>{' '}
        <span class="faint">
          {fill(words.rangeLowest, { value: formatNumber(Math.min(...values)) })},{' '}
          {fill(words.rangeHighest, { value: formatNumber(Math.max(...values)) })},{' '}
          {fill(words.rangeNow, { value: formatNumber(values.at(-1) ?? 0) })}
        </span>
      </figcaption>
      <div ref={frame} class="plot" style={{ height: `${height}px` }} aria-hidden="true" />
      <table class="unseen">
        <caption>{label}</caption>
        <tbody>
          {points.map(({ at, value }, index) => (
            <tr key={index}>
              <th scope="row">{formatTime(new Date(at))}</th>
              <td>{formatNumber(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
