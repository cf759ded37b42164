import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

interface VirtualListProps {
  readonly label: string
  readonly length: number
  readonly chosen: number
  readonly onChoose: (index: number) => void
  /** Called with the rows that are shown, and again when they change. */
  readonly onShow: (from: number, to: number) => void
  readonly row: (index: number) => ComponentChildren
}

/** As in the style sheet. */
const rowHeight = 46
/** Rows above and below what is visible. */
const margin = 20

/**
 * A list of any length, of which only the rows near the visible ones are in the page. The arrow keys choose a row, and the list
 * is one stop in the tab order.
 */
export function VirtualList(props: VirtualListProps) {
  const { label, length, chosen, onChoose, onShow, row } = props
  const frame = useRef<HTMLElement>(null)
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(600)
  const [moved, setMoved] = useState<{ readonly to: number }>()
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setHeight(entry.contentRect.height)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const from = Math.max(0, Math.floor(top / rowHeight) - margin)
  const to = Math.min(length, Math.ceil((top + height) / rowHeight) + margin)
  useEffect(() => onShow(from, to), [from, to, onShow])
  const move = (index: number) => {
    const element = frame.current
    if (!element || index < 0 || index >= length) return
    const [start, end] = [index * rowHeight, (index + 1) * rowHeight]
    if (start < element.scrollTop) element.scrollTop = start
    if (end > element.scrollTop + height) element.scrollTop = end - height
    setTop(element.scrollTop)
    onChoose(index)
    setMoved({ to: index })
  }
  // Together with the row, because later the user may have moved the focus on.
  useLayoutEffect(() => {
    const target = moved && frame.current?.querySelector<HTMLElement>(`[data-index="${moved.to}"]`)
    target?.focus({ preventScroll: true })
  }, [moved])
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(height / rowHeight) - 1)
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: chosen + 1,
      ArrowUp: chosen - 1,
      PageDown: Math.min(length - 1, chosen + page),
      PageUp: Math.max(0, chosen - page),
      Home: 0,
      End: length - 1,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    move(target)
  }
  const indexes = Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset)
  // The chosen row, or the first one while that is out of sight, takes the focus.
  const stop = indexes.includes(chosen) ? chosen : from
  return (
    <nav
      class="rows"
      aria-label={label}
      ref={frame}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
    >
      <ul style={{ height: `${length * rowHeight}px` }}>
        {indexes.map((index) => (
          <li
            key={index}
            aria-setsize={length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${index * rowHeight}px)` }}
          >
            <button
              type="button"
              data-index={index}
              tabIndex={index === stop ? 0 : -1}
              aria-current={index === chosen ? 'true' : undefined}
              onClick={() => onChoose(index)}
            >
              {row(index)}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
