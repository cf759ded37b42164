import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { readMessage, send } from '../api.ts'
import { Loading } from '../ui/card.tsx'
import { findElements, type FoundElements, type PageElement } from './find-elements.ts'
import { ownPicture } from './own-picture.ts'
import * as words from '../words/en/element-picker.ts'
import * as terms from '../words/en/terms.ts'

export type Use = 'watch' | 'leaveOut'
/** Selectors with their use. */
export type Picked = ReadonlyMap<string, Use>

/** An action of the API. */
export interface Step {
  readonly type: string
  readonly [option: string]: unknown
}

interface Visited extends FoundElements {
  readonly picture: string
}

interface Scraped {
  readonly data: {
    readonly metadata: { readonly statusCode: number; readonly error?: string }
    readonly actions?: {
      readonly screenshots: readonly string[]
      readonly javascriptReturns: readonly { readonly value: FoundElements }[]
    }
  }
}

/** The picture and the places of the elements come from one visit. */
async function visit(url: string, steps: readonly Step[]): Promise<Visited> {
  const script = `(${String(findElements)})()`
  const body = {
    url,
    formats: ['markdown'],
    maxAge: 0,
    actions: [
      ...steps,
      { type: 'screenshot', fullPage: true },
      { type: 'executeJavascript', script },
    ],
  }
  const { data } = await send<Scraped>('POST', '/v2/scrape', body)
  const found = data.actions?.javascriptReturns.at(-1)?.value
  const picture = ownPicture(data.actions?.screenshots.at(-1))
  if (!found || picture === undefined || found.elements.length === 0)
    throw new Error(data.metadata.error ?? words.pickerEmpty)
  return { ...found, picture }
}

/** A page after some steps; the page before stays until the next one is there. */
export function useVisit(url: string, steps: readonly Step[]) {
  const [page, setPage] = useState<Visited>()
  const [failure, setFailure] = useState<string>()
  const [isReading, setReading] = useState(true)
  useEffect(() => {
    let isLeft = false
    setReading(true)
    setFailure(undefined)
    const read = async () => {
      try {
        const next = await visit(url, steps)
        if (!isLeft) setPage(next)
      } catch (thrown) {
        if (!isLeft) setFailure(readMessage(thrown))
      }
      if (!isLeft) setReading(false)
    }
    void read()
    return () => {
      isLeft = true
    }
  }, [url, steps])
  return { page, failure, isReading }
}

export function Waiting() {
  return (
    <div class="picture waiting">
      <Loading />
      <span class="unseen">{words.pickerReading}</span>
    </div>
  )
}

/** The element with the smallest box around a point; of several, the innermost. */
function findAt(elements: readonly PageElement[], x: number, y: number): number {
  let best = -1
  let smallest = Infinity
  elements.forEach((one, at) => {
    const isWithin = x >= one.x && x < one.x + one.width && y >= one.y && y < one.y + one.height
    const area = one.width * one.height
    if (!isWithin || area > smallest) return
    best = at
    smallest = area
  })
  return best
}

/** Where an arrow key leads from an element. */
function findNext(elements: readonly PageElement[], at: number, key: string): number | undefined {
  const current = elements[at]
  if (!current) return 0
  if (key === 'ArrowUp') return current.parent < 0 ? at : current.parent
  if (key === 'ArrowDown') {
    const child = elements.findIndex(({ parent }) => parent === at)
    return child < 0 ? at : child
  }
  const siblings = elements.flatMap(({ parent }, index) => (parent === current.parent ? index : []))
  const place = siblings.indexOf(at)
  if (key === 'ArrowRight') return siblings[place + 1] ?? at
  if (key === 'ArrowLeft') return siblings[place - 1] ?? at
  return undefined
}

/** The picture of a page, on which elements are chosen by mouse or keyboard. */
export function Picture(props: {
  page: Visited
  /** What the keys do. */
  keys: string
  picked: Picked
  mode: Use
  onToggle: (selector: string, use: Use) => void
}) {
  const { page, picked, mode, onToggle } = props
  const { elements, width } = page
  const [at, setAt] = useState(-1)
  const [height, setHeight] = useState(0)
  const frame = useRef<HTMLDivElement>(null)
  const marker = useRef<HTMLElement>(null)
  const current = elements[at]
  const marked = useMemo(
    () => elements.filter(({ selector }) => picked.has(selector)),
    [elements, picked],
  )
  const findIndex = (event: MouseEvent) => {
    const box = frame.current?.getBoundingClientRect()
    if (!box) return -1
    const scale = width / box.width
    return findAt(elements, (event.clientX - box.x) * scale, (event.clientY - box.y) * scale)
  }
  const choose = (index: number, use: Use) => {
    const element = elements[index]
    if (element) onToggle(element.selector, use)
  }
  const onKey = (event: KeyboardEvent) => {
    const { key } = event
    const next = findNext(elements, at, key)
    if (next !== undefined) {
      setAt(next)
      marker.current?.scrollIntoView({ block: 'nearest' })
    } else if (key === 'Enter' || key === ' ') choose(at, mode)
    else if (key === 'Delete') choose(at, 'leaveOut')
    else return
    event.preventDefault()
  }
  useEffect(() => marker.current?.scrollIntoView({ block: 'nearest' }), [at])
  const makeStyle = (one: PageElement) => ({
    left: `${(one.x / width) * 100}%`,
    width: `${(one.width / width) * 100}%`,
    top: `${(one.y / height) * 100}%`,
    height: `${(one.height / height) * 100}%`,
  })
  return (
    <>
      <div
        class="picture"
        tabIndex={0}
        role="application"
        aria-label={terms.thingPagePicture}
        aria-describedby="picker-keys"
        onKeyDown={onKey}
        onMouseMove={(event) => setAt(findIndex(event))}
        onClick={(event) => choose(findIndex(event), event.shiftKey ? 'leaveOut' : mode)}
      >
        <div class="frame" ref={frame}>
          <img
            src={page.picture}
            alt=""
            onLoad={({ currentTarget: { naturalHeight, naturalWidth } }) =>
              setHeight((naturalHeight / naturalWidth) * width)
            }
          />
          {height > 0 &&
            marked.map((one, index) => (
              <i key={index} class={picked.get(one.selector)} style={makeStyle(one)} />
            ))}
          {height > 0 && current && <i class="here" ref={marker} style={makeStyle(current)} />}
        </div>
      </div>
      <p class="current" role="status">
        {current && (
          <>
            <code>{current.selector}</code> {current.text}
          </>
        )}
      </p>
      <small id="picker-keys" class="faint">
        {props.keys}
      </small>
    </>
  )
}
