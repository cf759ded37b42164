import { capital, language } from '../format.ts'
import { Button } from '../ui/button.tsx'
import { readGrid, writeGrid, type Grid } from './schedule-times.ts'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/monitor-form.ts'

const hours = Array.from({ length: 24 }, (_, hour) => hour)
/** From Monday; a day of cron is its number modulo 7. */
const days = [1, 2, 3, 4, 5, 6, 0]
const steps = [5, 10, 15, 30]
const workingHours = hours.slice(8, 18)

const shortNames = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
const longNames = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
/** 4 January 1970 was a Sunday. */
const nameDay = (day: number, names: Intl.DateTimeFormat) =>
  capital(names.format(Date.UTC(1970, 0, 4 + day)))

const toggle = (list: readonly number[], one: number, isOn: boolean) =>
  isOn ? [...list, one] : list.filter((other) => other !== one)

/** The days and hours of a schedule, where its cron expression has no others: columns and rows are chosen, and meet in the cells. */
export function ScheduleGrid({
  cron,
  onChange,
}: {
  cron: string
  onChange: (cron: string) => void
}) {
  const grid = readGrid(cron)
  const shown = grid ?? { minute: 0, hours: [9], days }
  const set = (change: Partial<Grid>) => {
    const next = { ...shown, ...change }
    // A schedule without days or without hours would never run.
    if (next.days.length > 0 && next.hours.length > 0) onChange(writeGrid(next))
  }
  return (
    <div class="schedule-grid">
      {!grid && <p class="faint">{words.gridOther}</p>}
      <div class="toolbar">
        <select
          class="narrow"
          aria-label={words.gridFrequency}
          value={'every' in shown ? `every ${shown.every}` : 'once'}
          onChange={({ currentTarget: { value } }) => {
            const { days: someDays, hours: someHours } = shown
            const often = value === 'once' ? { minute: 0 } : { every: Number(value.slice(6)) }
            onChange(writeGrid({ days: someDays, hours: someHours, ...often }))
          }}
        >
          <option value="once">{words.gridOnce}</option>
          {[...new Set([...steps, ...('every' in shown ? [shown.every] : [])])].map((every) => (
            <option key={every} value={`every ${every}`}>
              {fill(words.gridEvery, { minutes: every })}
            </option>
          ))}
        </select>
        <Button class="small" onClick={() => set({ hours })}>
          {words.gridAllHours}
        </Button>
        <Button class="small" onClick={() => set({ hours: workingHours })}>
          {words.gridWorkingHours}
        </Button>
        <Button class="small" onClick={() => set({ days: days.slice(0, 5) })}>
          {words.gridWorkingDays}
        </Button>
      </div>
      <div class="scroll" tabIndex={0} role="region" aria-label={words.gridLabel}>
        <table>
          <thead>
            <tr>
              <td />
              {hours.map((hour) => (
                <th key={hour} scope="col">
                  <label>
                    <span aria-hidden="true">{hour}</span>
                    <input
                      type="checkbox"
                      aria-label={fill(words.gridHour, { hour: `${hour}:00` })}
                      checked={shown.hours.includes(hour)}
                      onChange={({ currentTarget: { checked } }) =>
                        set({ hours: toggle(shown.hours, hour, checked) })
                      }
                    />
                  </label>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day}>
                <th scope="row">
                  <label>
                    <input
                      type="checkbox"
                      aria-label={nameDay(day, longNames)}
                      checked={shown.days.includes(day)}
                      onChange={({ currentTarget: { checked } }) =>
                        set({ days: toggle(shown.days, day, checked) })
                      }
                    />
                    <span aria-hidden="true">{nameDay(day, shortNames)}</span>
                  </label>
                </th>
                {hours.map((hour) => (
                  <td
                    key={hour}
                    class={shown.days.includes(day) && shown.hours.includes(hour) ? 'is-on' : ''}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
