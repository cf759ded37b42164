import { useRef, useState } from 'preact/hooks'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import * as words from '../words/en/monitors.ts'

const hourMs = 3_600_000
const morning = 8

/** Eight o'clock of a day from now, where the person is. */
function findMorning(days: number): Date {
  const day = new Date()
  day.setDate(day.getDate() + days)
  day.setHours(morning, 0, 0, 0)
  return day
}

const choices: readonly { readonly title: string; readonly find: () => Date | undefined }[] = [
  { title: words.pauseResumed, find: () => undefined },
  { title: words.pauseHour, find: () => new Date(Date.now() + hourMs) },
  { title: words.pauseTomorrow, find: () => findMorning(1) },
  { title: words.pauseMonday, find: () => findMorning((8 - new Date().getDay()) % 7 || 7) },
]

/** Pauses a monitor: until it is resumed, or until a time. */
export function PauseMenu({ onPause }: { onPause: (until: string | null) => void }) {
  const menu = useRef<HTMLDivElement>(null)
  const [time, setTime] = useState('')
  const pause = (until: Date | undefined) => {
    menu.current?.hidePopover()
    onPause(until?.toISOString() ?? null)
  }
  return (
    <div class="menu-place">
      <Button icon="pause" popovertarget="pause-menu">
        {words.actionsPause}
      </Button>
      <div id="pause-menu" class="menu" popover="auto" ref={menu} aria-label={words.pauseMenu}>
        <ul>
          {choices.map(({ title, find }) => (
            <li key={title}>
              <button type="button" onClick={() => pause(find())}>
                {title}
              </button>
            </li>
          ))}
        </ul>
        <Form class="hint stack" onSubmit={() => pause(new Date(time))}>
          <label class="labelled">
            {words.pauseTime}
            <input
              type="datetime-local"
              required
              value={time}
              onInput={({ currentTarget }) => setTime(currentTarget.value)}
            />
          </label>
          <Button type="submit" class="small">
            {words.pauseSubmit}
          </Button>
        </Form>
      </div>
    </div>
  )
}
