import { useState } from 'preact/hooks'
import { send } from '../api.ts'
import { listLines } from '../lines.ts'
import { useResource } from '../resource.ts'
import { go } from '../router.ts'
import { loadSession, may, type SignedIn } from '../session.ts'
import { team as chosenTeam } from '../team.ts'
import { ActionForm, useAction } from '../ui/action.tsx'
import { Button } from '../ui/button.tsx'
import { Card, Failure, Loading } from '../ui/card.tsx'
import { useChoice } from '../ui/choice.ts'
import { Dialog } from '../ui/dialog.tsx'
import { NameForm } from './name-form.tsx'
import { Select, Switch } from '../ui/choices.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/settings.ts'
import * as terms from '../words/en/terms.ts'
import type * as contract from '../../src/features/console/contract.ts'
import type { Data } from '../reply.ts'

type Settings = Data<typeof contract.TeamSettingsReply>

/** Settings of the team. Members see its name, plan and retention. */
export function TeamSettings({ session }: { session: SignedIn }) {
  const { data, failure, reload } = useResource<{ data: Settings }>(
    may('admin') ? '/console/api/team' : undefined,
  )
  const settings = data?.data
  return (
    <>
      {may('admin') && (
        <Card title={words.addressesTitle}>
          {settings && <Addresses settings={settings} onSaved={reload} />}
          {failure !== undefined && <Failure>{failure}</Failure>}
          {!settings && failure === undefined && <Loading />}
        </Card>
      )}
      <TeamCard session={session} settings={settings} onChanged={reload} />
      {may('admin') && <DeletionCard name={session.team.name} />}
    </>
  )
}

/** Addresses from which keys and sessions of the team are accepted. */
function Addresses({ settings, onSaved }: { settings: Settings; onSaved: () => Promise<void> }) {
  const [text, setText] = useState<string>()
  const value = text ?? settings.allowedAddresses.join('\n')
  const save = async () => {
    await send('PATCH', '/console/api/team', { allowedAddresses: listLines(value) })
    await onSaved()
    setText(undefined)
  }
  return (
    <ActionForm
      class="stack narrow-form"
      submit={terms.actionSave}
      disabled={text === undefined}
      onSubmit={save}
    >
      <label class="labelled">
        {words.addressesLabel}
        <textarea
          class="mono"
          rows={3}
          spellcheck={false}
          placeholder="203.0.113.0/24"
          value={value}
          maxLength={10_000}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <small>{fill(words.addressesHint, { ownAddress: settings.ownAddress })}</small>
      </label>
    </ActionForm>
  )
}

const retention = {
  off: words.retentionOff,
  allowed: words.retentionAllowed,
  forced: words.retentionForced,
}

interface TeamCardProps {
  readonly session: SignedIn
  readonly settings: Settings | undefined
  readonly onChanged: () => Promise<void>
}

function TeamCard({ session: { team }, settings, onChanged }: TeamCardProps) {
  return (
    <Card title={terms.thingTeam}>
      <dl class="facts-list words">
        <div>
          <dt>{terms.fieldName}</dt>
          <dd>
            {may('admin') ? (
              <NameForm
                label={terms.fieldTeamName}
                name={team.name}
                path="/console/api/team/name"
              />
            ) : (
              team.name
            )}
          </dd>
        </div>
        <div>
          <dt>{words.teamPlan}</dt>
          <dd>{team.plan}</dd>
        </div>
        <div>
          <dt>{words.retentionLabel}</dt>
          <dd>
            <Retention stored={team.zeroDataRetention as RetentionMode} />
          </dd>
        </div>
        {settings && (
          <div>
            <dt>{words.resultDaysLabel}</dt>
            <dd>
              <ResultDays stored={settings.resultDays} onChanged={onChanged} />
            </dd>
          </div>
        )}
        {settings && (
          <div>
            <dt>{words.safeModeLabel}</dt>
            <dd>
              <SafeMode stored={settings.safeMode} onChanged={onChanged} />
            </dd>
          </div>
        )}
      </dl>
    </Card>
  )
}

type RetentionMode = keyof typeof retention

function Retention({ stored }: { stored: RetentionMode }) {
  const action = useAction()
  const { value, choose } = useChoice(action, stored, async (zeroDataRetention) => {
    await send('PATCH', '/console/api/team/retention', { zeroDataRetention })
    await loadSession()
  })
  return (
    <>
      {action.notice}
      {may('operator') ? (
        <Select
          class="narrow"
          aria-label={words.retentionLabel}
          choices={Object.keys(retention) as RetentionMode[]}
          value={value}
          disabled={action.isBusy}
          onChoose={choose}
        />
      ) : (
        value
      )}
      <p class="hint">{retention[value]}</p>
    </>
  )
}

function ResultDays(props: { stored: number; onChanged: () => Promise<void> }) {
  const action = useAction()
  const { value, choose } = useChoice(action, props.stored, async (resultDays) => {
    await send('PATCH', '/console/api/team/result-days', { resultDays })
    await props.onChanged()
  })
  return (
    <>
      {action.notice}
      <input
        type="number"
        class="narrow"
        aria-label={words.resultDaysLabel}
        min={1}
        max={365}
        value={value}
        disabled={action.isBusy || !may('admin')}
        onChange={({ currentTarget }) => {
          if (currentTarget.reportValidity()) choose(currentTarget.valueAsNumber)
        }}
      />
      <p class="hint">{words.resultDaysHint}</p>
    </>
  )
}

function SafeMode(props: { stored: boolean; onChanged: () => Promise<void> }) {
  const action = useAction()
  const { value, choose } = useChoice(action, props.stored, async (safeMode) => {
    await send('PATCH', '/console/api/team/safe-mode', { safeMode })
    await props.onChanged()
  })
  return (
    <>
      {action.notice}
      {may('operator') ? (
        <Switch
          aria-label={words.safeModeLabel}
          checked={value}
          disabled={action.isBusy}
          onSwitch={choose}
        />
      ) : value ? (
        'on'
      ) : (
        'off'
      )}
      <p class="hint">{words.safeModeHint}</p>
    </>
  )
}

function DeletionCard({ name }: { name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title={words.deletionTitle}>
      <p class="faint">{words.deletionText}</p>
      <div>
        <Button class="danger" onClick={() => setOpen(true)}>
          {words.deletionTitle}
        </Button>
      </div>
      {isOpen && <DeletionDialog name={name} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function DeletionDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const [text, setText] = useState('')
  const remove = async () => {
    await send('POST', '/console/api/team/delete', { name: text })
    chosenTeam.value = undefined
    await loadSession()
    go('/console')
  }
  return (
    <Dialog title={fill(terms.actionDelete, { name })} onClose={onClose}>
      <ActionForm
        submit={words.deletionTitle}
        look="danger"
        disabled={text !== name}
        onSubmit={remove}
      >
        <label class="labelled">
          {terms.fieldTeamName}
          <input
            value={text}
            required
            maxLength={200}
            autocomplete="off"
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <small>{fill(words.deletionHint, { name })}</small>
        </label>
      </ActionForm>
    </Dialog>
  )
}
