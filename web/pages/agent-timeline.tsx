import { useState } from 'preact/hooks'
import { duration, shortUrl, toText } from '../format.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { JsonTree } from '../ui/json-tree.tsx'
import type { Source, Step } from './agent-steps.ts'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/agent-run.ts'
import * as counts from '../words/en/counts.ts'

interface TimelineProps {
  readonly steps: readonly Step[]
  /** Credits by id of the call. */
  readonly costs: Readonly<Record<string, number>>
  readonly startedAt: string
  readonly onShow: (source: Source) => void
}

const icons: Readonly<Record<Step['look'], IconName>> = {
  plan: 'jobs',
  words: 'spark',
  tool: 'playground',
  bad: 'warn',
  good: 'check',
}

/** What a run has done, oldest first. */
export function Timeline({ steps, costs, startedAt, onShow }: TimelineProps) {
  const began = Date.parse(startedAt)
  return (
    <ol class="timeline">
      {steps.map((step) => (
        <li key={step.key} class={`${step.look}${step.reader === undefined ? '' : ' of-reader'}`}>
          <span class="sign">
            <Icon name={icons[step.look]} size={13} />
          </span>
          <div>
            <StepText step={step} onShow={onShow} />
          </div>
          <span class="when">
            {showCost(step, costs)}
            {step.isWorking && <span class="badge info">{words.timelineWorking}</span>}
            {step.seconds !== undefined && <span>{shortDuration(step.seconds)}</span>}
            <time dateTime={step.at}>
              {duration(Math.max(0, (Date.parse(step.at) - began) / 1_000))}
            </time>
          </span>
        </li>
      ))}
    </ol>
  )
}

function showCost({ toolCallId }: Step, costs: TimelineProps['costs']) {
  const credits = toolCallId === undefined ? undefined : costs[toolCallId]
  return credits === undefined ? null : <span class="cost">{counts.credits(credits)}</span>
}

const shortDuration = (seconds: number) =>
  seconds < 10
    ? fill(words.timelineSeconds, { seconds: seconds.toFixed(1) })
    : fill(words.timelineDuration, { seconds: duration(seconds) })

function StepText({ step, onShow }: { step: Step; onShow: TimelineProps['onShow'] }) {
  const { title, detail, raw, reader, snapshotId } = step
  const url = readUrl(raw)
  return (
    <>
      <p>
        {reader !== undefined && <span class="badge">{reader}</span>} {title}
      </p>
      {detail !== undefined && detail !== '' && <p class="detail">{detail}</p>}
      {snapshotId !== undefined && (
        <button type="button" class="link" onClick={() => onShow({ url, snapshotId })}>
          {fill(words.timelineShowText, { url: shortUrl(url).slice(0, 60) })}
        </button>
      )}
      {raw && <Raw raw={raw} />}
    </>
  )
}

/** Rendered when it is opened: a run may have thousands of steps. */
function Raw({ raw }: { raw: object }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      class="raw"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{words.timelineRaw}</summary>
      {isOpen && <JsonTree value={raw} />}
    </details>
  )
}

/** The address that a tool was given. */
function readUrl(raw: Step['raw']): string {
  const given = raw?.['parameters']
  return typeof given === 'object' && given !== null && 'url' in given ? toText(given.url) : ''
}
