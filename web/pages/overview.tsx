import { useState } from 'preact/hooks'
import { ago, capital, formatDay, formatTime } from '../format.ts'
import { getPages } from '../all-pages.ts'
import { useResource } from '../resource.ts'
import { Card, Dot, Failure, Loading } from '../ui/card.tsx'
import { StackedBars } from '../ui/chart.tsx'
import { CopyButton } from '../ui/copy.tsx'
import { Figures, computeTotal, type Usage } from './overview-figures.tsx'
import { RecentCard, type Activity } from './overview-recent.tsx'
import { JobProgress, type JobSummary } from './job-progress.tsx'
import { Select } from '../ui/choices.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/overview.ts'
import * as terms from '../words/en/terms.ts'
import type * as contract from '../../src/features/console/work-contract.ts'
import type { z } from 'zod'

type Health = z.output<typeof contract.HealthReply>

const everyMs = 5_000
const slowlyMs = 60_000

/** What happens now, what was used, and whether the service is healthy. */
export function Overview() {
  const used = useResource<Usage>('/console/api/usage', slowlyMs)
  const usage = used.data?.data
  const activity = useResource<Activity>('/console/api/activity?limit=8', everyMs).data
  const jobs = useResource<{ data: readonly JobSummary[] }>(
    '/console/api/jobs?state=scraping&limit=5',
    everyMs,
  ).data?.data
  const isFirstDay =
    usage !== undefined &&
    activity !== undefined &&
    computeTotal(usage) + activity.data.length === 0
  return (
    <div class="overview">
      <Figures usage={usage} activity={activity} />
      {isFirstDay ? <FirstSteps /> : <UsageCard usage={usage} failure={used.failure} />}
      <HealthCard />
      <Card title={words.runningTitle} class="wide" more="/console/jobs">
        {jobs?.length === 0 && <p class="faint">{words.runningEmpty}</p>}
        <ul class="running">
          {jobs?.map((job) => (
            <li key={job.id}>
              <JobProgress job={job} />
            </li>
          ))}
        </ul>
      </Card>
      <MonitorCard />
      <RecentCard activity={activity} />
    </div>
  )
}

type By = 'kind' | 'key' | 'host'
type Measure = 'operations' | 'credits'
const groups: Readonly<Record<By, { readonly label: string; readonly none: string }>> = {
  kind: { label: words.usageByKind, none: '' },
  key: { label: words.usageByKey, none: words.usageNoKey },
  host: { label: words.usageByHost, none: words.usageNoHost },
}
const measures: Readonly<Record<Measure, string>> = {
  operations: words.operationsTitle,
  credits: terms.columnCredits,
}

/** What was used per day: by operation as the figures above, or by another group. */
function UsageCard(props: { usage: Usage['data'] | undefined; failure: string | undefined }) {
  const [by, setBy] = useState<By>('kind')
  const [measure, setMeasure] = useState<Measure>('operations')
  const isFirst = by === 'kind' && measure === 'operations'
  const other = useResource<Usage>(
    isFirst ? undefined : `/console/api/usage?by=${by}&measure=${measure}`,
    slowlyMs,
  )
  const usage = isFirst ? props.usage : other.data?.data
  const failure = isFirst ? props.failure : other.failure
  return (
    <Card
      title={words.usageTitle}
      class="wide"
      actions={
        <div class="toolbar">
          <Select
            class="narrow"
            aria-label={words.usageMeasure}
            value={measure}
            choices={measures}
            onChoose={setMeasure}
          />
          <Select
            class="narrow"
            aria-label={words.usageBy}
            value={by}
            choices={{ kind: groups.kind.label, key: groups.key.label, host: groups.host.label }}
            onChoose={setBy}
          />
        </div>
      }
    >
      {failure !== undefined && <Failure>{failure}</Failure>}
      {!usage && failure === undefined && <Loading />}
      {usage && (
        <StackedBars
          label={fill(words.usageChart, { measure: measures[measure], by: groups[by].label })}
          names={usage.days.map((day) => formatDay(new Date(day)))}
          series={usage.series.map(({ kind, values }) => ({
            label: kind === null ? groups[by].none : by === 'kind' ? capital(kind) : kind,
            values,
          }))}
        />
      )}
      {usage && by === 'host' && (
        <p class="faint">
          {usage.since === null
            ? words.usageHostsNone
            : fill(words.usageHosts, { since: formatTime(new Date(usage.since)) })}
        </p>
      )}
    </Card>
  )
}

/** Commands for users who have not used the service yet. */
function FirstSteps() {
  const { origin } = location
  const commands = [
    [
      words.stepsScrape,
      `curl ${origin}/v2/scrape -H "Authorization: Bearer $WEIR_KEY" -H "Content-Type: application/json" -d '{"url":"https://example.com"}'`,
    ],
    [
      words.stepsMap,
      `curl ${origin}/v2/map -H "Authorization: Bearer $WEIR_KEY" -H "Content-Type: application/json" -d '{"url":"https://example.com"}'`,
    ],
    [
      words.stepsCrawl,
      `curl ${origin}/v2/crawl -H "Authorization: Bearer $WEIR_KEY" -H "Content-Type: application/json" -d '{"url":"https://example.com","limit":10}'`,
    ],
  ] as const
  return (
    <Card title={words.stepsTitle} class="wide">
      <p class="faint">
        {words.stepsBefore}
        <a href="/console/playground">{words.stepsLink}</a>
        {words.stepsAfter}
      </p>
      <ul class="commands">
        {commands.map(([title, command]) => (
          <li key={title}>
            <h3>{title}</h3>
            <div class="command">
              <code>{command}</code>
              <CopyButton text={command} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function HealthCard() {
  const parts = useResource<Health>('/console/api/health', everyMs).data?.data
  return (
    <Card title={words.healthTitle}>
      <ul class="health">
        {parts?.map(({ name, state, text }) => (
          <li key={name}>
            <Dot state={state} />
            <b>{name}</b>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface MonitorRow {
  readonly id: string
  readonly name: string
  readonly lastRunAt: string | null
  readonly lastCheckSummary?: {
    readonly changed: number
    readonly new: number
    readonly removed: number
    readonly error: number
  }
}

function MonitorCard() {
  const rows = useResource('/v2/monitor', slowlyMs, getPages<MonitorRow>).data
  const changed = rows?.filter(
    ({ lastCheckSummary: last }) => last && last.changed + last.new + last.removed > 0,
  )
  return (
    <Card title={words.changesTitle} more="/console/monitors">
      {changed?.length === 0 && (
        <p class="faint">{rows?.length === 0 ? words.changesNoMonitors : words.changesEmpty}</p>
      )}
      <ul class="changes">
        {changed?.slice(0, 4).map(({ id, name, lastRunAt, lastCheckSummary: last }) => (
          <li key={id}>
            <Dot state="info" />
            <div>
              <a href={`/console/monitors/${id}`}>{name}</a>
              {last && (
                <p>
                  {fill(words.changesSummary, {
                    changed: last.changed,
                    last: last.new,
                    removed: last.removed,
                  })}
                </p>
              )}
            </div>
            {lastRunAt !== null && <time dateTime={lastRunAt}>{ago(lastRunAt)}</time>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
