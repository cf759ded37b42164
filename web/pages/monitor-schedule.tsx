import { useEffect, useState } from 'preact/hooks'
import { readMessage, send } from '../api.ts'
import { capital, formatTime } from '../format.ts'
import { ScheduleGrid } from './schedule-grid.tsx'
import { scheduleText } from './schedule-text.ts'
import * as words from '../words/en/monitor-form.ts'
import * as untranslated from '../words/untranslated.ts'

const suggestions = ['every 30 minutes', 'hourly', 'weekly', ...untranslated.scheduleSuggestions]
const pauseMs = 400

interface Preview {
  readonly cron: string
  readonly runs: readonly string[]
}

/** Five numeric fields are cron; everything else is text. */
export const makeSchedule = (schedule: string) =>
  /^[\d*/,\-\s]+$/.test(schedule.trim()) ? { cron: schedule.trim() } : { text: schedule }

/** When a monitor checks: in words, as cron or in a grid, with the next runs before it is saved. */
export function ScheduleInputs(props: {
  schedule: string
  timezone: string
  onChange: (schedule: string) => void
}) {
  const { schedule, timezone, onChange } = props
  const [preview, setPreview] = useState<Preview>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => {
      const body = { ...makeSchedule(schedule), timezone }
      send<{ data: Preview }>('POST', '/console/api/schedule', body).then(
        ({ data }) => {
          setProblem(undefined)
          return setPreview(data)
        },
        (thrown: unknown) => setProblem(readMessage(thrown)),
      )
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [schedule, timezone])
  const { cron = preview?.cron } = makeSchedule(schedule)
  return (
    <>
      <label class="labelled">
        {words.scheduleLabel}
        <input
          list="schedules"
          required
          maxLength={128}
          value={schedule}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
        <datalist id="schedules">
          {suggestions.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      </label>
      {problem !== undefined && <p class="bad-text">{problem}</p>}
      {problem === undefined && preview && (
        <p class="hint" role="status">
          {capital(scheduleText(preview.cron))}. {words.schedulePreview}
          {preview.runs.map((time) => formatTime(new Date(time))).join('; ')} ({timezone})
        </p>
      )}
      <details class="more-settings">
        <summary>{words.gridTitle}</summary>
        {cron !== undefined && <ScheduleGrid cron={cron} onChange={onChange} />}
      </details>
    </>
  )
}
