import { useState } from 'preact/hooks'
import { send } from '../api.ts'
import { findInvalid } from '../forms/invalid.ts'
import { listLines } from '../lines.ts'
import { go } from '../router.ts'
import { ActionForm } from '../ui/action.tsx'
import { Failure } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { Fields } from '../ui/form.tsx'
import { ChannelInputs, noChannels, type ChannelSettings } from './monitor-channels.tsx'
import { TargetInputs } from './monitor-target-inputs.tsx'
import type { Scheduled } from './monitor-start.ts'
import { makeFields, makeTargets } from './monitor-targets.ts'
import { Trial } from './monitor-trial.tsx'
import type { Monitor } from './monitors.tsx'
import { makeSchedule, ScheduleInputs } from './monitor-schedule.tsx'
import { formProblem } from '../words/en/playground.ts'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/monitor-form.ts'
import * as terms from '../words/en/terms.ts'
import * as untranslated from '../words/untranslated.ts'

/** The settings beside targets and schedule. */
function readSettings(fields: Fields) {
  const readText = (name: string) => fields[name]?.trim() ?? ''
  const readList = (name: string) => listLines(readText(name).replaceAll(',', '\n'))
  const recipients = readList('recipients')
  return {
    name: readText('name'),
    tags: readList('tags'),
    goal: readText('goal') || null,
    retentionDays: Number(readText('retentionDays')),
    webhook: readText('webhook') || undefined,
    notification: { email: { enabled: recipients.length > 0, recipients } },
  }
}

/** Creates a monitor, or changes one. */
export function MonitorForm(props: {
  monitor?: Monitor
  /** What a new one begins with. */
  start?: Scheduled | undefined
  onClose: () => void
  onSaved: () => void
}) {
  const { monitor, start, onClose, onSaved } = props
  const [schedule, setSchedule] = useState(monitor?.schedule.cron ?? 'every 30 minutes')
  const [targets, setTargets] = useState(() => makeFields(monitor?.targets ?? start?.targets ?? []))
  const [problems, setProblems] = useState<Readonly<Record<string, string | undefined>>>({})
  const invalid =
    Object.values(problems).find(Boolean) ??
    findInvalid(targets.scrapeOptions) ??
    findInvalid(targets.crawlOptions)
  const [channels, setChannels] = useState(monitor?.notification.channels ?? noChannels)
  const timezone = monitor?.schedule.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const save = async (fields: Fields) => {
    const settings = readSettings(fields)
    const body = {
      ...settings,
      notification: { ...settings.notification, channels },
      targets: makeTargets(targets, monitor?.targets ?? []),
      schedule: { ...makeSchedule(schedule), timezone },
    }
    if (monitor) {
      await send('PATCH', `/v2/monitor/${monitor.id}`, makeChanges(body, monitor))
    } else {
      const { data } = await send<{ data: { id: string } }>('POST', '/v2/monitor', body)
      // The first check, which later ones are compared with, need not wait for its time.
      await send('POST', `/v2/monitor/${data.id}/run`)
      go(`/console/monitors/${data.id}`)
    }
    onSaved()
  }
  return (
    <Dialog
      title={monitor ? words.editTitle : terms.actionNewMonitor}
      look="wide"
      onClose={onClose}
    >
      <ActionForm
        submit={monitor ? terms.actionSave : words.createSubmit}
        look="primary"
        disabled={invalid !== undefined}
        onSubmit={save}
      >
        {start && start.left.length > 0 && (
          <p class="notice warn">{fill(words.startLeft, { names: start.left.join(', ') })}</p>
        )}
        <label class="labelled">
          {terms.fieldName}
          <input
            name="name"
            required
            maxLength={256}
            autofocus
            defaultValue={monitor?.name ?? start?.name ?? ''}
          />
        </label>
        <label class="labelled">
          {words.tagsLabel}
          <input
            name="tags"
            maxLength={512}
            placeholder={words.tagsPlaceholder}
            defaultValue={monitor?.tags.join(', ') ?? ''}
          />
        </label>
        <TargetInputs
          fields={targets}
          onChange={setTargets}
          onProblem={(operation, problem) => setProblems({ ...problems, [operation]: problem })}
        />
        <Trial fields={targets} />
        <ScheduleInputs schedule={schedule} timezone={timezone} onChange={setSchedule} />
        <ChannelInputs settings={channels} onChange={setChannels} />
        <OtherSettings monitor={monitor} needsGoal={targets.kind === 'search'} />
        {invalid !== undefined && <Failure>{fill(formProblem, { problem: invalid })}</Failure>}
      </ActionForm>
    </Dialog>
  )
}

type Body = ReturnType<typeof readSettings> & {
  readonly notification: { readonly channels: ChannelSettings }
}

/** Without recipients and receivers that the form does not show: a Slack channel, headers and events of a webhook. */
function makeChanges({ webhook, notification, ...rest }: Body, monitor: Monitor): object {
  const { email, ...others } = monitor.notification
  return {
    ...rest,
    notification: {
      ...others,
      email: { ...email, ...notification.email },
      channels: notification.channels,
    },
    ...(webhook !== monitor.webhook?.url && { webhook: webhook ?? null }),
  }
}

function OtherSettings({
  monitor,
  needsGoal,
}: {
  monitor?: Monitor | undefined
  needsGoal: boolean
}) {
  return (
    <>
      <label class="labelled">
        {terms.fieldGoal}
        <input
          name="goal"
          maxLength={2_000}
          required={needsGoal}
          placeholder={words.goalPlaceholder}
          defaultValue={monitor?.goal ?? ''}
        />
        <small>{needsGoal ? words.goalSearchHint : words.goalHint}</small>
      </label>
      <details class="more-settings">
        <summary>{words.moreTitle}</summary>
        <div class="stack">
          <label class="labelled">
            {words.emailsLabel}
            <textarea
              name="recipients"
              rows={2}
              spellcheck={false}
              defaultValue={monitor?.notification.email?.recipients.join('\n') ?? ''}
            />
            <small>{words.emailsHint}</small>
          </label>
          <label class="labelled">
            {untranslated.webhookLabel}
            <input
              name="webhook"
              type="url"
              placeholder="https://example.com/hook"
              defaultValue={monitor?.webhook?.url ?? ''}
            />
          </label>
          <label class="labelled">
            {words.retentionLabel}
            <input
              name="retentionDays"
              type="number"
              min={1}
              max={365}
              required
              defaultValue={String(monitor?.retentionDays ?? 30)}
            />
          </label>
        </div>
      </details>
    </>
  )
}
