import { useEffect, useState } from 'preact/hooks'
import { messageOf, send } from '../api.ts'
import { formatTime } from '../format.ts'
import { go } from '../router.ts'
import { useAction } from '../ui/action.tsx'
import { Dialog } from '../ui/dialog.tsx'

const suggestions = ['every 30 minutes', 'hourly', 'daily at 9:00', 'weekly']
const pauseMs = 400

interface Preview {
  readonly cron: string
  readonly text: string
  readonly runs: readonly string[]
}

/** Creates a monitor of pages or of a site. */
export function MonitorForm({
  onClose,
  onCreated,
}: {
  onClose: () => void
  onCreated: () => void
}) {
  const { run, isBusy, notice } = useAction()
  const [schedule, setSchedule] = useState('every 30 minutes')
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const create = (event: SubmitEvent) => {
    event.preventDefault()
    const fields = new FormData(event.target as HTMLFormElement)
    const textOf = (name: string) => fieldText(fields.get(name))
    const urls = textOf('urls')
      .split('\n')
      .map((url) => url.trim())
      .filter(Boolean)
    const targets =
      fields.get('type') === 'crawl'
        ? urls.map((url) => ({ type: 'crawl', url }))
        : [{ type: 'scrape', urls }]
    void run(async () => {
      const body = {
        name: textOf('name'),
        targets,
        schedule: { ...scheduleOf(schedule), timezone },
        ...(textOf('goal') && { goal: textOf('goal') }),
      }
      const { data } = await send<{ data: { id: string } }>('POST', '/v2/monitor', body)
      go(`/console/monitors/${data.id}`)
      onCreated()
    })
  }
  return (
    <Dialog title="New monitor" onClose={onClose}>
      <form class="stack" onSubmit={create}>
        {notice}
        <label class="labelled">
          Name
          <input name="name" required maxLength={256} autofocus />
        </label>
        <label class="labelled">
          URLs
          <textarea
            name="urls"
            rows={3}
            required
            class="mono"
            placeholder="https://example.com/pricing"
            spellcheck={false}
          />
          <small>One per line.</small>
        </label>
        <fieldset class="radio-list">
          <legend>What is checked</legend>
          <label>
            <input type="radio" name="type" value="scrape" defaultChecked />
            <span>Only these pages</span>
          </label>
          <label>
            <input type="radio" name="type" value="crawl" />
            <span>The sites that begin here</span>
          </label>
        </fieldset>
        <label class="labelled">
          Schedule
          <input
            list="schedules"
            required
            maxLength={128}
            value={schedule}
            onInput={(event) => setSchedule(event.currentTarget.value)}
          />
          <datalist id="schedules">
            {suggestions.map((text) => (
              <option key={text} value={text} />
            ))}
          </datalist>
        </label>
        <SchedulePreview schedule={schedule} timezone={timezone} />
        <label class="labelled">
          Goal
          <input name="goal" maxLength={2_000} placeholder="Report when a price changes" />
          <small>Optional. With a language model, changes are judged against it.</small>
        </label>
        <div class="ends">
          <button type="submit" class="button primary" disabled={isBusy}>
            Create
          </button>
        </div>
      </form>
    </Dialog>
  )
}

const fieldText = (value: FormDataEntryValue | null) =>
  typeof value === 'string' ? value.trim() : ''

/** Five numeric fields are cron; everything else is text. */
const scheduleOf = (schedule: string) =>
  /^[\d*/,\-\s]+$/.test(schedule.trim()) ? { cron: schedule } : { text: schedule }

/** The next runs, before the monitor is created. */
function SchedulePreview({ schedule, timezone }: { schedule: string; timezone: string }) {
  const [preview, setPreview] = useState<Preview>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => {
      const body = { ...scheduleOf(schedule), timezone }
      send<{ data: Preview }>('POST', '/console/api/schedule', body).then(
        ({ data }) => {
          setProblem(undefined)
          return setPreview(data)
        },
        (thrown: unknown) => setProblem(messageOf(thrown)),
      )
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [schedule, timezone])
  if (problem !== undefined) return <p class="bad-text">{problem}</p>
  if (!preview) return null
  return (
    <p class="hint" role="status">
      Next runs: {preview.runs.map((time) => formatTime(new Date(time))).join('; ')} ({timezone})
    </p>
  )
}
