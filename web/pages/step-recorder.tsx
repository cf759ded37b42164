import { useState } from 'preact/hooks'
import { toText } from '../format.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Failure } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextForm } from '../ui/form.tsx'
import { Picture, useVisit, Waiting, type Picked, type Step } from './page-picture.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/element-picker.ts'

const nothing: Picked = new Map()
const waitMs = 1_000

/** Steps are recorded by doing them: the page is read again after each, with all before it, as every check does. */
export function StepRecorder(props: {
  url: string
  start: readonly Step[]
  onDone: (steps: readonly Step[]) => void
  onClose: () => void
}) {
  const { url, start, onDone, onClose } = props
  const [steps, setSteps] = useState(start)
  const { page, failure, isReading } = useVisit(url, steps)
  const add = (step: Step) => {
    if (!isReading) setSteps([...steps, step])
  }
  return (
    <Dialog title={words.stepsTitle} look="wide" onClose={onClose}>
      <div class="picker">
        <p class="faint">{words.stepsHint}</p>
        {failure !== undefined && <Failure>{failure}</Failure>}
        {isReading && <Waiting />}
        {!isReading && page && (
          <Picture
            page={page}
            keys={words.stepsKeys}
            picked={nothing}
            mode="watch"
            onToggle={(selector) => add({ type: 'click', selector })}
          />
        )}
        <div class="toolbar">
          <TextForm
            label={words.stepsText}
            submit={words.stepsType}
            isBusy={isReading}
            input={{ maxLength: 10_000 }}
            onText={(text, form) => {
              add({ type: 'write', text })
              form.reset()
            }}
          />
          {[
            { name: words.stepsEnter, step: { type: 'press', key: 'Enter' } },
            { name: words.stepsScroll, step: { type: 'scroll', direction: 'down' } },
            { name: words.stepsWait, step: { type: 'wait', milliseconds: waitMs } },
          ].map(({ name, step }) => (
            <Button key={name} disabled={isReading} onClick={() => add(step)}>
              {name}
            </Button>
          ))}
        </div>
        <StepList steps={steps} onChange={setSteps} />
        <div class="ends">
          <Button
            class="primary"
            disabled={isReading || failure !== undefined}
            onClick={() => onDone(steps)}
          >
            {words.stepsDone}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** `click #more`: a step as the API names it. */
const describe = ({ type, ...options }: Step) =>
  [type, ...Object.values(options).map(toText)].join(' ')

export function StepList(props: {
  steps: readonly Step[]
  onChange: (steps: readonly Step[]) => void
}) {
  const { steps, onChange } = props
  if (steps.length === 0) return null
  return (
    <ol class="chip-list" aria-label={words.stepsList}>
      {steps.map((step, at) => (
        <li key={at} class="chip">
          <code>{describe(step)}</code>
          <IconButton
            icon="cross"
            label={fill(words.chosenRemove, { selector: describe(step) })}
            onClick={() => onChange(steps.toSpliced(at, 1))}
          />
        </li>
      ))}
    </ol>
  )
}
