import { useState } from 'preact/hooks'
import { Failure } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { Picture, useVisit, Waiting, type Picked, type Step, type Use } from './page-picture.tsx'
import * as words from '../words/en/element-picker.ts'

/** Elements of a page are picked on its picture. */
export function ElementPicker(props: {
  url: string
  /** What is done before the page is read. */
  steps: readonly Step[]
  start: Picked
  onPick: (picked: Picked) => void
  onClose: () => void
}) {
  const { url, steps, start, onPick, onClose } = props
  const { page, failure } = useVisit(url, steps)
  const [picked, setPicked] = useState(start)
  const [mode, setMode] = useState<Use>('watch')
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
        {!page && failure === undefined && <Waiting />}
        {page && (
          <>
            <div class="toolbar">
              <div class="switcher" role="group" aria-label={words.modeLabel}>
                <Mode name={words.modeWatch} use="watch" mode={mode} onChoose={setMode} />
                <Mode name={words.modeLeaveOut} use="leaveOut" mode={mode} onChoose={setMode} />
              </div>
              {page.isCut && <small class="faint">{words.pickerCut}</small>}
            </div>
            <Picture
              page={page}
              keys={words.pickerKeys}
              picked={picked}
              mode={mode}
              onToggle={toggle}
            />
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
