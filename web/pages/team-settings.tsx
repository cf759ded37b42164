import { useState } from 'preact/hooks'
import { send } from '../api.ts'
import { useResource } from '../resource.ts'
import { loadSession, may, type SignedIn } from '../session.ts'
import { team as chosenTeam } from '../team.ts'
import { useAction } from '../ui/action.tsx'
import { Card, Failure, Loading } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'

interface Settings {
  readonly allowedAddresses: readonly string[]
  readonly ownAddress: string
  readonly safeMode: boolean
}

/** Settings of the team. Members see its name, plan and retention. */
export function TeamSettings({ session }: { session: SignedIn }) {
  const { data, failure, reload } = useResource<{ data: Settings }>(
    may('admin') ? '/console/api/team' : undefined,
  )
  const settings = data?.data
  return (
    <>
      {may('admin') && (
        <Card title="Allowed addresses">
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
function Addresses({ settings, onSaved }: { settings: Settings; onSaved: () => void }) {
  const [text, setText] = useState<string>()
  const { run, isBusy, notice } = useAction()
  const value = text ?? settings.allowedAddresses.join('\n')
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    const allowedAddresses = value
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
    void run(async () => {
      await send('PATCH', '/console/api/team', { allowedAddresses })
      setText(undefined)
      onSaved()
    })
  }
  return (
    <form class="stack narrow-form" onSubmit={save}>
      {notice}
      <label class="labelled">
        Addresses and ranges
        <textarea
          class="mono"
          rows={3}
          spellcheck={false}
          placeholder="203.0.113.0/24"
          value={value}
          maxLength={10_000}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <small>
          One per line; empty allows all. Keys and sessions from other addresses are refused. Your
          address is {settings.ownAddress}.
        </small>
      </label>
      <div>
        <button type="submit" class="button" disabled={isBusy || text === undefined}>
          Save
        </button>
      </div>
    </form>
  )
}

const retention = {
  off: 'Requests cannot ask for zero data retention.',
  allowed: 'Requests may ask for zero data retention.',
  forced: 'Nothing of any request is kept in readable form.',
}

interface TeamCardProps {
  readonly session: SignedIn
  readonly settings: Settings | undefined
  readonly onChanged: () => void
}

function TeamCard({ session: { team }, settings, onChanged }: TeamCardProps) {
  const { run, notice } = useAction()
  return (
    <Card title="Team">
      {notice}
      <dl class="facts-list words">
        <div>
          <dt>Name</dt>
          <dd>{team.name}</dd>
        </div>
        <div>
          <dt>Plan</dt>
          <dd>{team.plan}</dd>
        </div>
        <div>
          <dt>Zero data retention</dt>
          <dd>
            {may('operator') ? (
              <select
                class="narrow"
                aria-label="Zero data retention"
                value={team.zeroDataRetention}
                onChange={({ currentTarget: { value: zeroDataRetention } }) =>
                  void run(async () => {
                    await send('PATCH', '/console/api/team/retention', { zeroDataRetention })
                    await loadSession()
                  })
                }
              >
                {Object.keys(retention).map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            ) : (
              team.zeroDataRetention
            )}
            <p class="hint">{retention[team.zeroDataRetention]}</p>
          </dd>
        </div>
        {settings && (
          <SafeMode
            isOn={settings.safeMode}
            onChange={(safeMode) =>
              void run(async () => {
                await send('PATCH', '/console/api/team/safe-mode', { safeMode })
                onChanged()
              })
            }
          />
        )}
      </dl>
    </Card>
  )
}

function SafeMode({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <div>
      <dt>Safe mode</dt>
      <dd>
        {may('operator') ? (
          <input
            type="checkbox"
            role="switch"
            class="switch"
            aria-label="Safe mode"
            checked={isOn}
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
        ) : isOn ? (
          'on'
        ) : (
          'off'
        )}
        <p class="hint">
          The team reads public pages only: no browser sessions, profiles, credentials, typing into
          pages, enhanced proxies or crawling against robots.txt.
        </p>
      </dd>
    </div>
  )
}

function DeletionCard({ name }: { name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title="Delete the team">
      <p class="faint">
        Ends its keys, jobs, monitors, browser sessions and agent runs at once. Stored results are
        deleted when their retention has passed. This cannot be undone.
      </p>
      <div>
        <button type="button" class="button danger" onClick={() => setOpen(true)}>
          Delete the team
        </button>
      </div>
      {isOpen && <DeletionDialog name={name} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function DeletionDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const [text, setText] = useState('')
  const { run, isBusy, notice } = useAction()
  const remove = (event: SubmitEvent) => {
    event.preventDefault()
    void run(async () => {
      await send('POST', '/console/api/team/delete', { name: text })
      chosenTeam.value = undefined
      await loadSession()
    })
  }
  return (
    <Dialog title={`Delete ${name}`} onClose={onClose}>
      <form class="stack" onSubmit={remove}>
        {notice}
        <label class="labelled">
          Name of the team
          <input
            value={text}
            required
            maxLength={200}
            autocomplete="off"
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <small>Enter {name} to confirm.</small>
        </label>
        <button type="submit" class="button danger" disabled={isBusy || text !== name}>
          Delete the team
        </button>
      </form>
    </Dialog>
  )
}
