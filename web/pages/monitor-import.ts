import { saveBlob } from '../ui/save.ts'
import type { Rule } from './monitor-rules.ts'
import * as words from '../words/en/monitor-transfer.ts'

/** A monitor as it is sent, and what of it could not be taken over. */
export interface Imported {
  readonly body: Readonly<Record<string, unknown>>
  readonly isPaused: boolean
  readonly left: readonly string[]
}

type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listTexts = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (one): one is string => typeof one === 'string' && one.trim() !== '',
  )

const kind = 'weir-monitors'
const keptMembers = [
  'name',
  'tags',
  'schedule',
  'targets',
  'goal',
  'retentionDays',
  'judgeEnabled',
] as const

/** Saves monitors as a file that can be imported: without ids, channels and the headers of webhooks. */
export function saveMonitors(monitors: readonly Json[]): void {
  const exported = monitors.map((monitor) => ({
    ...Object.fromEntries(keptMembers.map((name) => [name, monitor[name]])),
    targets: (monitor['targets'] as readonly Json[]).map(({ id: _id, ...target }) => target),
    ...(isJson(monitor['webhook']) && {
      webhook: { url: monitor['webhook']['url'], events: monitor['webhook']['events'] },
    }),
    ...(isJson(monitor['notification']) && {
      notification: { email: monitor['notification']['email'] },
    }),
    status: monitor['status'],
  }))
  const text = JSON.stringify({ kind, version: 1, monitors: exported }, null, 2)
  saveBlob('monitors.json', new Blob([text], { type: 'application/json' }))
}

/** Reads an export of this service, or `url-watches.json` of a backup of changedetection.io. Throws for other texts. */
export function readMonitors(text: string): readonly Imported[] {
  const file = parse(text)
  if (isJson(file) && file['kind'] === kind && Array.isArray(file['monitors']))
    return (file['monitors'] as readonly Json[]).map(({ status, ...body }) => ({
      body,
      isPaused: status === 'paused',
      left: [],
    }))
  if (isJson(file) && isJson(file['watching'])) {
    const fallback = readInterval(readMember(file, 'settings', 'requests', 'time_between_check'))
    const tags = readMember(file, 'settings', 'application', 'tags')
    return Object.values(file['watching'])
      .filter(isJson)
      .map((watch) => readWatch(watch, { fallback: fallback ?? 180, tags }))
  }
  throw new Error(words.importUnknown)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(words.importUnknown)
  }
}

const readMember = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce((found, name) => (isJson(found) ? found[name] : undefined), value)

/** `tags` has the names of tags by their ids. */
function readWatch(
  watch: Json,
  { fallback, tags }: { readonly fallback: number; readonly tags: unknown },
): Imported {
  const filters = listTexts(watch['include_filters'])
  const includeTags = filters.filter((filter) => !filter.startsWith('jq'))
  const excludeTags = listTexts(watch['subtractive_selectors'])
  const ignored = listTexts(watch['ignore_text'])
  const rules: readonly Rule[] = listTexts(watch['trigger_text']).map((text) => ({
    type: 'text',
    when: 'appears',
    text,
  }))
  const headers = isJson(watch['headers']) ? watch['headers'] : {}
  const scrapeOptions = {
    ...(includeTags.length > 0 && { includeTags }),
    ...(excludeTags.length > 0 && { excludeTags }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(watch['fetch_backend'] === 'html_webdriver' && { waitFor: 1_000 }),
  }
  const [url = ''] = listTexts(watch['url'])
  const [title = url] = listTexts(watch['title'])
  const target = {
    type: 'scrape',
    urls: [url],
    scrapeOptions,
    ...(ignored.length + rules.length > 0 && { watch: { ignoreText: ignored, rules } }),
  }
  const minutes = readInterval(watch['time_between_check']) ?? fallback
  return {
    body: {
      name: title.slice(0, 256),
      tags: listTexts(watch['tags'])
        .flatMap((id) => listTexts(readMember(tags, id, 'title')))
        .map((tag) => tag.slice(0, 64)),
      schedule: { text: writeInterval(minutes) },
      targets: [target],
    },
    isPaused: watch['paused'] === true,
    left: [
      ...filters.filter((filter) => !includeTags.includes(filter)),
      ...listTexts(watch['notification_urls']),
      ...(Array.isArray(watch['browser_steps']) && watch['browser_steps'].length > 0
        ? [words.leftSteps]
        : []),
    ],
  }
}

const minutesOf = { weeks: 10_080, days: 1_440, hours: 60, minutes: 1, seconds: 1 / 60 } as const

/** Minutes between two checks; undefined when none are set. */
function readInterval(value: unknown): number | undefined {
  if (!isJson(value)) return undefined
  let sum = 0
  for (const [unit, minutes] of Object.entries(minutesOf)) {
    const count = Number(value[unit] ?? 0)
    if (Number.isFinite(count)) sum += count * minutes
  }
  return sum > 0 ? sum : undefined
}

/** The next interval that a schedule can express: never more often than it was. */
function writeInterval(minutes: number): string {
  const minute = [5, 6, 10, 12, 15, 20, 30, 60].find((one) => one >= minutes)
  if (minute !== undefined) return `every ${minute} minutes`
  const hour = [2, 3, 4, 6, 8, 12, 24].find((one) => one * 60 >= minutes)
  if (hour !== undefined) return hour === 24 ? 'daily' : `every ${hour} hours`
  return minutes <= 7 * 1_440 ? 'weekly' : 'monthly'
}
