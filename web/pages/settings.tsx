import { useState } from 'preact/hooks'
import { send } from '../api.ts'
import { ago } from '../format.ts'
import { useResource } from '../resource.ts'
import { loadSession, may, session, type SignedIn } from '../session.ts'
import { useAction } from '../ui/action.tsx'
import { Card, Failure, Loading } from '../ui/card.tsx'
import { withCode } from '../ui/with-code.tsx'
import { TrialCard } from './trial-card.tsx'

/** Settings of the person, of the team, and of the service. */
export function SettingsPage() {
  const current = session.value
  if (current?.state !== 'signed-in') return null
  return (
    <div class="page">
      {current.person && <PasswordCard email={current.person.email} />}
      {current.person && <SessionCard />}
      {may('admin') && <AddressCard />}
      <TeamCard session={current} />
      {may('operator') && <TrialCard />}
      {may('operator') && <ServiceCard />}
    </div>
  )
}

function PasswordCard({ email }: { email: string }) {
  const { run, isBusy, notice } = useAction()
  const [isDone, setDone] = useState(false)
  const change = (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    void run(async () => {
      await send('POST', '/console/api/password', Object.fromEntries(new FormData(form)))
      form.reset()
      setDone(true)
    })
  }
  return (
    <Card title="Your password">
      <form class="stack narrow-form" onSubmit={change}>
        {notice}
        {isDone && (
          <p class="notice good">The password is changed. All other sessions have ended.</p>
        )}
        <input
          type="text"
          class="unseen"
          name=""
          autocomplete="username"
          value={email}
          readOnly
          tabIndex={-1}
          aria-label="E-mail address"
        />
        <label class="labelled">
          Present password
          <input
            name="password"
            type="password"
            autocomplete="current-password"
            required
            maxLength={256}
          />
        </label>
        <label class="labelled">
          New password
          <input
            name="newPassword"
            type="password"
            autocomplete="new-password"
            required
            minLength={12}
            maxLength={256}
          />
          <small>At least 12 characters.</small>
        </label>
        <div>
          <button type="submit" class="button" disabled={isBusy}>
            Change the password
          </button>
        </div>
      </form>
    </Card>
  )
}

interface OpenSession {
  readonly id: string
  readonly address: string
  readonly agent: string
  readonly createdAt: string
  readonly seenAt: string
  readonly isCurrent: boolean
}

function SessionCard() {
  const { data, failure, reload } = useResource<{ data: readonly OpenSession[] }>(
    '/console/api/sessions',
  )
  const { run, isBusy, notice } = useAction()
  const end = (id: string) =>
    void run(async () => {
      await send('DELETE', `/console/api/sessions/${id}`)
      reload()
    })
  return (
    <Card title="Where you are signed in">
      {failure !== undefined && <Failure>{failure}</Failure>}
      {notice}
      {!data && <Loading />}
      <ul class="event-list">
        {data?.data.map(({ id, address, agent, createdAt, seenAt, isCurrent }) => (
          <li key={id}>
            <span>
              <b>{browserOf(agent)}</b> from {address}
            </span>
            <small>
              signed in {ago(createdAt)}, last used {ago(seenAt)}
            </small>
            {isCurrent ? (
              <span class="badge good">this browser</span>
            ) : (
              <button type="button" class="button small" disabled={isBusy} onClick={() => end(id)}>
                End
              </button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const browsers = ['Firefox', 'Edg', 'OPR', 'Chrome', 'Safari'] as const
const systems = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS', 'Linux'] as const

/** `Chrome on Linux` from a User-Agent header. */
function browserOf(agent: string): string {
  const browser = browsers.find((name) => agent.includes(name)) ?? 'A browser'
  const system = systems.find((name) => agent.includes(name))
  const name = { Edg: 'Edge', OPR: 'Opera' }[browser as string] ?? browser
  return system === undefined ? name : `${name} on ${system}`
}

interface TeamSettings {
  readonly data: { readonly allowedAddresses: readonly string[]; readonly ownAddress: string }
}

/** Addresses from which keys and sessions of the team are accepted. */
function AddressCard() {
  const { data, reload } = useResource<TeamSettings>('/console/api/team')
  const [text, setText] = useState<string>()
  const { run, isBusy, notice } = useAction()
  const value = text ?? data?.data.allowedAddresses.join('\n') ?? ''
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    const allowedAddresses = value
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
    void run(async () => {
      await send('PATCH', '/console/api/team', { allowedAddresses })
      setText(undefined)
      reload()
    })
  }
  return (
    <Card title="Allowed addresses">
      {!data && <Loading />}
      {data && (
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
              One per line; empty allows all. Keys and sessions from other addresses are refused.
              Your address is {data.data.ownAddress}.
            </small>
          </label>
          <div>
            <button type="submit" class="button" disabled={isBusy || text === undefined}>
              Save
            </button>
          </div>
        </form>
      )}
    </Card>
  )
}

const retention = {
  off: 'Requests cannot ask for zero data retention.',
  allowed: 'Requests may ask for zero data retention.',
  forced: 'Nothing of any request is kept in readable form.',
}

function TeamCard({ session: { team } }: { session: SignedIn }) {
  const { run, notice } = useAction()
  return (
    <Card title="Team">
      {notice}
      <dl class="facts-list">
        <div>
          <dt>name</dt>
          <dd>{team.name}</dd>
        </div>
        <div>
          <dt>plan</dt>
          <dd>{team.plan}</dd>
        </div>
        <div>
          <dt>zero data retention</dt>
          <dd>
            {may('operator') ? (
              <select
                class="narrow"
                aria-label="Zero data retention"
                value={team.zeroDataRetention}
                onChange={({ currentTarget }) =>
                  void run(async () => {
                    await send('PATCH', '/console/api/team/retention', {
                      zeroDataRetention: currentTarget.value,
                    })
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
      </dl>
    </Card>
  )
}

interface ServiceSettings {
  readonly data: readonly {
    readonly module: string
    readonly settings: readonly {
      readonly variable: string
      readonly meaning: string
      readonly value: string | null
      readonly isSecret: boolean
    }[]
  }[]
}

/** Settings come from the environment, so that they are shown with their variable and cannot be changed here. */
function ServiceCard() {
  const { data, failure } = useResource<ServiceSettings>('/console/api/settings')
  const [filter, setFilter] = useState('')
  const wanted = filter.toLowerCase()
  return (
    <Card title="Service">
      <p class="faint">Read from the environment when the service starts.</p>
      {failure !== undefined && <Failure>{failure}</Failure>}
      {!data && <Loading />}
      <input
        type="search"
        class="narrow-form spaced"
        aria-label="Find a setting"
        placeholder="Find a setting"
        value={filter}
        maxLength={100}
        onInput={(event) => setFilter(event.currentTarget.value)}
      />
      {data?.data.map(({ module, settings }) => {
        const shown = settings.filter(({ variable, meaning }) =>
          `${variable} ${meaning}`.toLowerCase().includes(wanted),
        )
        if (shown.length === 0) return null
        return (
          <details key={module} class="settings-group" open={wanted !== ''}>
            <summary>
              {module} <span class="faint">{shown.length}</span>
            </summary>
            <dl class="facts-list">
              {shown.map(({ variable, meaning, value, isSecret }) => (
                <div key={variable}>
                  <dt>{variable}</dt>
                  <dd>
                    {value === null ? (
                      <span class="faint">not set</span>
                    ) : (
                      <code>{isSecret ? 'set' : value || 'empty'}</code>
                    )}
                    <p class="hint">{withCode(meaning)}</p>
                  </dd>
                </div>
              ))}
            </dl>
          </details>
        )
      })}
    </Card>
  )
}
