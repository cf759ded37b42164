import { useState } from 'preact/hooks'
import { send } from '../api.ts'
import { ago } from '../format.ts'
import { useResource } from '../resource.ts'
import type { SignedIn } from '../session.ts'
import { ActionForm, useAction } from '../ui/action.tsx'
import { Button } from '../ui/button.tsx'
import { Card, Failure, Loading } from '../ui/card.tsx'
import type { Fields } from '../ui/form.tsx'
import { later } from '../ui/later.tsx'
import { NameForm } from './name-form.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/settings.ts'
import * as terms from '../words/en/terms.ts'
import type * as contract from '../../src/features/console/contract.ts'
import type { Row } from '../reply.ts'

type OpenSession = Row<typeof contract.OpenSessionsReply>

const SecondFactorCard = later(() =>
  import('./second-factor.tsx').then((module) => module.SecondFactorCard),
)

const PasskeysCard = later(() =>
  import('./passkeys-card.tsx').then((module) => module.PasskeysCard),
)

type Person = NonNullable<SignedIn['person']>

/** The name, the password and the sessions of a person. */
export function OwnSettings({ person: { name, email } }: { person: Person }) {
  return (
    <>
      <Card title={terms.fieldOwnName}>
        <NameForm label={words.personName} name={name} path="/console/api/person" />
      </Card>
      <PasswordCard email={email} />
      <SecondFactorCard />
      <PasskeysCard />
      <SessionCard />
    </>
  )
}

function PasswordCard({ email }: { email: string }) {
  const [isDone, setDone] = useState(false)
  const change = async (fields: Fields, form: HTMLFormElement) => {
    await send('POST', '/console/api/password', fields)
    form.reset()
    setDone(true)
  }
  return (
    <Card title={words.passwordTitle}>
      <ActionForm class="stack narrow-form" submit={words.passwordSubmit} onSubmit={change}>
        {isDone && <p class="notice good">{words.passwordChanged}</p>}
        <input
          type="text"
          class="unseen"
          name=""
          autocomplete="username"
          value={email}
          readOnly
          tabIndex={-1}
          aria-label={terms.fieldEmail}
        />
        <label class="labelled">
          {words.passwordCurrent}
          <input
            name="password"
            type="password"
            autocomplete="current-password"
            required
            maxLength={256}
          />
        </label>
        <label class="labelled">
          {words.passwordNew}
          <input
            name="newPassword"
            type="password"
            autocomplete="new-password"
            required
            minLength={12}
            maxLength={256}
          />
          <small>{terms.fieldPasswordHint}</small>
        </label>
      </ActionForm>
    </Card>
  )
}

function SessionCard() {
  const { data, failure, reload } = useResource<{ data: readonly OpenSession[] }>(
    '/console/api/sessions',
  )
  const { run, isBusy, notice } = useAction()
  const end = (which: string) =>
    void run(async () => {
      await send('DELETE', `/console/api/sessions${which}`)
      await reload()
    })
  return (
    <Card title={words.sessionsTitle}>
      {failure !== undefined && <Failure>{failure}</Failure>}
      {notice}
      {!data && failure === undefined && <Loading />}
      <ul class="event-list">
        {data?.data.map(({ id, address, agent, createdAt, seenAt, isCurrent }) => (
          <li key={id}>
            <span>
              <b>{detectBrowser(agent)}</b>
              {fill(words.sessionsAddress, { address })}
            </span>
            <small>
              {fill(words.sessionsTimes, { createdAt: ago(createdAt), seenAt: ago(seenAt) })}
            </small>
            {isCurrent ? (
              <span class="badge good">{words.sessionsCurrent}</span>
            ) : (
              <Button class="small" disabled={isBusy} onClick={() => end(`/${id}`)}>
                {words.sessionsEnd}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data?.data.some(({ isCurrent }) => !isCurrent) && (
        <Button class="danger" disabled={isBusy} onClick={() => end('')}>
          {words.sessionsAll}
        </Button>
      )}
    </Card>
  )
}

const browsers = ['Firefox', 'Edg', 'OPR', 'Chrome', 'Safari'] as const
const systems = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS', 'Linux'] as const

/** `Chrome on Linux` from a User-Agent header. */
function detectBrowser(agent: string): string {
  const browser = browsers.find((name) => agent.includes(name)) ?? 'A browser'
  const system = systems.find((name) => agent.includes(name))
  const name = { Edg: 'Edge', OPR: 'Opera' }[browser as string] ?? browser
  return system === undefined ? name : fill(words.sessionsBrowser, { name, system })
}
