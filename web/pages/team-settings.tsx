import { useState } from 'preact/hooks'
import { send } from '../api.ts'
import { useResource } from '../resource.ts'
import { go } from '../router.ts'
import { loadSession, may, type SignedIn } from '../session.ts'
import { team as chosenTeam } from '../team.ts'
import { useAction } from '../ui/action.tsx'
import { Card, Failure, Loading } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import * as words from '../words/en/settings.ts'

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
        <Card title={words.allowedAddresses}>
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
        {words.addressesAndRanges}
        <textarea
          class="mono"
          rows={3}
          spellcheck={false}
          placeholder="203.0.113.0/24"
          value={value}
          maxLength={10_000}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <small>{words.onePerLineEmpty(settings.ownAddress)}</small>
      </label>
      <div>
        <button type="submit" class="button" disabled={isBusy || text === undefined}>
          {words.save}
        </button>
      </div>
    </form>
  )
}

const retention = {
  off: words.requestsCannotAskFor,
  allowed: words.requestsMayAskFor,
  forced: words.nothingOfAnyRequest,
}

interface TeamCardProps {
  readonly session: SignedIn
  readonly settings: Settings | undefined
  readonly onChanged: () => void
}

function TeamCard({ session: { team }, settings, onChanged }: TeamCardProps) {
  const { run, notice } = useAction()
  return (
    <Card title={words.team}>
      {notice}
      <dl class="facts-list words">
        <div>
          <dt>{words.name}</dt>
          <dd>{team.name}</dd>
        </div>
        <div>
          <dt>{words.plan}</dt>
          <dd>{team.plan}</dd>
        </div>
        <div>
          <dt>{words.zeroDataRetention}</dt>
          <dd>
            {may('operator') ? (
              <select
                class="narrow"
                aria-label={words.zeroDataRetention}
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
      <dt>{words.safeMode}</dt>
      <dd>
        {may('operator') ? (
          <input
            type="checkbox"
            role="switch"
            class="switch"
            aria-label={words.safeMode}
            checked={isOn}
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
        ) : isOn ? (
          'on'
        ) : (
          'off'
        )}
        <p class="hint">{words.theTeamReadsPublic}</p>
      </dd>
    </div>
  )
}

function DeletionCard({ name }: { name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title={words.deleteTheTeam}>
      <p class="faint">{words.endsItsKeysJobs}</p>
      <div>
        <button type="button" class="button danger" onClick={() => setOpen(true)}>
          {words.deleteTheTeam}
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
      go('/console')
    })
  }
  return (
    <Dialog title={words.deleteTeam(name)} onClose={onClose}>
      <form class="stack" onSubmit={remove}>
        {notice}
        <label class="labelled">
          {words.nameOfTheTeam}
          <input
            value={text}
            required
            maxLength={200}
            autocomplete="off"
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <small>{words.enterToConfirm(name)}</small>
        </label>
        <button type="submit" class="button danger" disabled={isBusy || text !== name}>
          {words.deleteTheTeam}
        </button>
      </form>
    </Dialog>
  )
}
