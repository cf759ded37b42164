import { useShown } from '../ui/shown.tsx'
import { useEffect, useRef } from 'preact/hooks'

/** A piece of text that a page is searched for, and its number. */
export interface Mark {
  readonly number: number
  readonly text: string
}

const linesMax = 3_000

/** Letters and digits alone, so that Markdown and spaces make no difference. */
const reduce = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** The text of a page in which the lines that hold a mark are marked, with their numbers. */
export function MarkedText(props: {
  text: string
  marks: readonly Mark[]
  chosen: number | undefined
  label: string
  onChoose: (number: number) => void
}) {
  const { text, marks, chosen, label, onChoose } = props
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (chosen === undefined) return
    box.current?.querySelector(`[data-mark~="${chosen}"]`)?.scrollIntoView({ block: 'center' })
  }, [chosen])
  const wanted = marks
    .map((mark) => ({ ...mark, reduced: reduce(mark.text) }))
    .filter(({ reduced }) => reduced !== '')
  const all = text.split('\n')
  const [shown, more] = useShown(all.length, linesMax)
  const lines = all.slice(0, shown)
  return (
    <div class="marked" ref={box} role="region" aria-label={label} tabIndex={0}>
      {lines.map((line, index) => {
        const reduced = reduce(line)
        const found = reduced === '' ? [] : wanted.filter((mark) => holds(reduced, mark.reduced))
        if (found.length === 0) return <p key={index}>{line}</p>
        const isChosen = found.some(({ number }) => number === chosen)
        return (
          <p
            key={index}
            data-mark={found.map(({ number }) => number).join(' ')}
            class={isChosen ? 'is-chosen' : ''}
          >
            <mark>{line}</mark>
            {found.map(({ number }) => (
              <button key={number} type="button" class="mark" onClick={() => onChoose(number)}>
                {number}
              </button>
            ))}
          </p>
        )
      })}
      {more}
    </div>
  )
}

const shortMax = 3

/** Short pieces stand for whole lines only. */
const holds = (line: string, piece: string) =>
  piece.length <= shortMax
    ? line === piece
    : line.includes(piece) || (line.length > 12 && piece.includes(line))
