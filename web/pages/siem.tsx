import { useState } from 'preact/hooks'
import { send } from '../api.ts'
import { ago } from '../format.ts'
import { useResource } from '../resource.ts'
import { may } from '../session.ts'
import { useAction } from '../ui/action.tsx'
import { Card, Failure, Loading } from '../ui/card.tsx'

interface Settings {
  readonly configured: boolean
  readonly enabled: boolean
  readonly destination: Readonly<Record<string, string | boolean>> | null
  readonly delivery?: {
    readonly waiting: number
    readonly delivered: number
    readonly dropped: number
    readonly lastDeliveredAt: string | null
    readonly lastFailedAt: string | null
    readonly lastFailure: string | null
  }
}

interface Field {
  readonly name: string
  readonly label: string
  readonly isSecret?: true
  readonly hint?: string
}

const types = { azure_sentinel: 'Microsoft Sentinel', http: 'JSON lines over HTTPS' } as const
type Type = keyof typeof types

const kept = 'Leave it empty to keep the stored one.'
const fields: Readonly<Record<Type, readonly Field[]>> = {
  azure_sentinel: [
    { name: 'tenantId', label: 'Tenant id' },
    { name: 'clientId', label: 'Client id' },
    { name: 'clientSecret', label: 'Client secret', isSecret: true, hint: kept },
    { name: 'dceUrl', label: 'Log ingestion URL' },
    { name: 'dcrImmutableId', label: 'Immutable id of the rule' },
    { name: 'streamName', label: 'Stream', hint: 'Begins with Custom-.' },
  ],
  http: [
    { name: 'url', label: 'URL' },
    {
      name: 'secret',
      label: 'Signing secret',
      isSecret: true,

      hint: `${kept} Without one, the webhook secret of the team signs.`,
    },
  ],
}

/** Where the events of fetched URLs are sent, and what became of them. */
export function SiemPage() {
  const { data, failure, reload } = useResource<{ readonly data: Settings }>('/v2/team/siem')
  return (
    <div class="page">
      <Card title="SIEM logging">
        <p class="faint">
          Sends one event for each URL that is fetched for this team. Events have no content.
        </p>
        {failure !== undefined && <Failure>{failure}</Failure>}
        {!data && failure === undefined && <Loading />}
        {data && (
          <DestinationForm key={JSON.stringify(data)} settings={data.data} onSaved={reload} />
        )}
      </Card>
      {data?.data.delivery && <DeliveryCard delivery={data.data.delivery} />}
    </div>
  )
}

function DestinationForm({ settings, onSaved }: { settings: Settings; onSaved: () => void }) {
  const { destination, enabled } = settings
  const stored = (destination?.['type'] ?? 'azure_sentinel') as Type
  const [type, setType] = useState<Type>(stored)
  const [answer, setAnswer] = useState<string>()
  const { run, isBusy, notice } = useAction()
  const isAdmin = may('admin')
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.target as HTMLFormElement)
    const given = fields[type].flatMap(({ name }) => {
      const entry = form.get(name)
      const value = typeof entry === 'string' ? entry.trim() : ''
      return value === '' ? [] : [[name, value] as const]
    })
    void run(async () => {
      const body = { enabled: form.get('enabled') === 'on' }
      const chosen = { type, ...Object.fromEntries(given) }
      await send('PUT', '/v2/team/siem', { ...body, destination: chosen })
      onSaved()
    })
  }
  const test = () =>
    void run(async () => {
      const { data } = await send<{ data: { delivered: boolean; error?: string } }>(
        'POST',
        '/v2/team/siem/test',
      )
      setAnswer(data.delivered ? 'The destination accepted a test event.' : (data.error ?? ''))
    })
  return (
    <form class="stack narrow-form" onSubmit={save}>
      {notice}
      {answer !== undefined && <p class="notice">{answer}</p>}
      <label class="toggle">
        <input
          type="checkbox"
          role="switch"
          class="switch"
          name="enabled"
          defaultChecked={enabled}
          disabled={!isAdmin}
        />
        Send events
      </label>
      <label class="labelled">
        Destination
        <select
          value={type}
          disabled={!isAdmin}
          onChange={({ currentTarget }) => setType(currentTarget.value as Type)}
        >
          {Object.entries(types).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {fields[type].map(({ name, label, isSecret, hint }) => (
        <label key={`${type} ${name}`} class="labelled">
          {label}
          {isSecret ? (
            <input
              name={name}
              type="password"
              autocomplete="off"
              disabled={!isAdmin}
              maxLength={1_024}
            />
          ) : (
            <input
              name={name}
              required
              autocomplete="off"
              disabled={!isAdmin}
              maxLength={1_024}
              defaultValue={type === stored ? String(destination?.[name] ?? '') : ''}
            />
          )}
          {hint !== undefined && <small>{hint}</small>}
        </label>
      ))}
      {isAdmin && (
        <div class="row">
          <button type="submit" class="button primary" disabled={isBusy}>
            Save
          </button>{' '}
          <button type="button" class="button" disabled={isBusy || !enabled} onClick={test}>
            Send a test event
          </button>
        </div>
      )}
    </form>
  )
}

function DeliveryCard({ delivery }: { delivery: NonNullable<Settings['delivery']> }) {
  const { waiting, delivered, dropped, lastDeliveredAt, lastFailedAt, lastFailure } = delivery
  const facts = { waiting, delivered, dropped }
  return (
    <Card title="Events">
      <dl class="facts-list">
        {Object.entries(facts).map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count.toLocaleString('en')}</dd>
          </div>
        ))}
        {lastDeliveredAt !== null && (
          <div>
            <dt>last delivery</dt>
            <dd>{ago(lastDeliveredAt)}</dd>
          </div>
        )}
        {lastFailedAt !== null && (
          <div>
            <dt>last failure</dt>
            <dd>
              {ago(lastFailedAt)}
              {lastFailure !== null && <p class="hint">{lastFailure}</p>}
            </dd>
          </div>
        )}
      </dl>
    </Card>
  )
}
