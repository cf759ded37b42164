import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { readMessage, send } from '../api.ts'
import { Failure, Loading } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { findElements, type FoundElements, type PageElement } from './find-elements.ts'
import { ownPicture } from './own-picture.ts'
import * as words from '../words/en/element-picker.ts'

type Use = 'watch' | 'leaveOut'
/** Selectors with their use. */
export type Picked = ReadonlyMap<string, Use>

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
async function visit(url: string, signal: AbortSignal): Promise<Visited> {
  const script = `(${String(findElements)})()`
  const body = {
    url,
    formats: ['markdown'],
    maxAge: 0,
    actions: [
      { type: 'screenshot', fullPage: true },
      { type: 'executeJavascript', script },
    ],
  }
  const { data } = await send<Scraped>('POST', '/v2/scrape', body)
  signal.throwIfAborted()
  const found = data.actions?.javascriptReturns[0]?.value
  const picture = ownPicture(data.actions?.screenshots[0])
  if (!found || picture === undefined || found.elements.length === 0)
    throw new Error(data.metadata.error ?? words.pickerEmpty)
  return { ...found, picture }
}

/** Elements of a page are picked on its picture. */
export function ElementPicker(props: {
  url: string
  start: Picked
  onPick: (picked: Picked) => void
  onClose: () => void
}) {
  const { url, start, onPick, onClose } = props
  const [page, setPage] = useState<Visited>()
  const [failure, setFailure] = useState<string>()
  const [picked, setPicked] = useState(start)
  const [mode, setMode] = useState<Use>('watch')
  useEffect(() => {
    const leaving = new AbortController()
    visit(url, leaving.signal).then(setPage, (thrown: unknown) => {
      if (!leaving.signal.aborted) setFailure(readMessage(thrown))
    })
    return () => leaving.abort()
  }, [url])
  const toggle = (selector: string, use: Use) => {
    const next = new Map(picked)
    if (next.get(selector) === use) next.delete(selector)
    else next.set(selector, use)
    setPicked(next)
  }
  return (
    <Dialog title={words.pickerTitle} look="wide" onClose={onClose}>
      <div class="picker">
        {failure !== undefined && <Failure>{failure}</Failure>}
        {!page && failure === undefined && (
          <div class="picture waiting">
            <Loading />
            <span class="unseen">{words.pickerReading}</span>
          </div>
        )}
        {page && (
          <>
            <div class="toolbar">
              <div class="switcher" role="group" aria-label={words.modeLabel}>
                <Mode name={words.modeWatch} use="watch" mode={mode} onChoose={setMode} />
                <Mode name={words.modeLeaveOut} use="leaveOut" mode={mode} onChoose={setMode} />
              </div>
              {page.isCut && <small class="faint">{words.pickerCut}</small>}
            </div>
            <Picture page={page} picked={picked} mode={mode} onToggle={toggle} />
          </>
        )}
        <Chosen picked={picked} onToggle={toggle} />
        <div class="ends">
          <button
            type="button"
            class="button primary"
            disabled={!page}
            onClick={() => onPick(picked)}
          >
            {words.pickerDone}
          </button>
        </div>
      </div>
    </Dialog>
  )
}

function Mode(props: { name: string; use: Use; mode: Use; onChoose: (use: Use) => void }) {
  const { name, use, mode, onChoose } = props
  return (
    <button type="button" aria-pressed={mode === use} onClick={() => onChoose(use)}>
      {name}
    </button>
  )
}

function Chosen(props: { picked: Picked; onToggle: (selector: string, use: Use) => void }) {
  const { picked, onToggle } = props
  if (picked.size === 0) return <p class="faint">{words.chosenNothing}</p>
  return (
    <ul class="chip-list" aria-label={words.chosenLabel}>
      {[...picked].map(([selector, use]) => (
        <li key={selector} class="chip">
          <code>{selector}</code>
          {use === 'watch' ? words.chosenWatched : words.chosenLeftOut}
          <button
            type="button"
            class="icon-button"
            aria-label={words.chosenRemove(selector)}
            onClick={() => onToggle(selector, use)}
          >
            <Icon name="cross" size={12} />
          </button>
        </li>
      ))}
    </ul>
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

function Picture(props: {
  page: Visited
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
        aria-label={words.pickerPicture}
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
        {words.pickerKeys}
      </small>
    </>
  )
}
