import { useState } from 'preact/hooks'
import { Button, IconButton } from '../ui/button.tsx'
import { Failure } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Picture, useVisit, Waiting, type Picked, type Step, type Use } from './page-picture.tsx'
import { Switcher } from '../ui/choices.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/element-picker.ts'
import * as terms from '../words/en/terms.ts'

const modes = { watch: words.modeWatch, leaveOut: terms.actionLeaveOut }

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
              <Switcher label={words.modeLabel} choices={modes} value={mode} onChoose={setMode} />
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
          <Button class="primary" disabled={!page} onClick={() => onPick(picked)}>
            {words.pickerDone}
          </Button>
        </div>
      </div>
    </Dialog>
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
          <IconButton
            icon="cross"
            label={fill(words.chosenRemove, { selector })}
            onClick={() => onToggle(selector, use)}
          />
        </li>
      ))}
    </ul>
  )
}
