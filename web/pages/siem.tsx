import { useState } from 'preact/hooks'
import { send } from '../api.ts'
import { ago, formatNumber, toText } from '../format.ts'
import { useResource } from '../resource.ts'
import { may } from '../session.ts'
import { useAction } from '../ui/action.tsx'
import { Button } from '../ui/button.tsx'
import { Card, Failure, Loading } from '../ui/card.tsx'
import { Code } from '../ui/code.tsx'
import { Form, type Fields } from '../ui/form.tsx'
import { Select, Toggle } from '../ui/choices.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/siem.ts'
import * as terms from '../words/en/terms.ts'
import * as untranslated from '../words/untranslated.ts'
import type * as contract from '../../src/features/siem/contract.ts'
import type { Data } from '../reply.ts'

type Settings = Data<typeof contract.SiemReply>

interface Field {
  readonly name: string
  readonly label: string
  readonly isSecret?: true
  readonly hint?: string
}

const types = { azure_sentinel: untranslated.typeSentinel, http: words.typeHttp } as const
type Type = keyof typeof types

const kept = words.secretKeep
const fields: Readonly<Record<Type, readonly Field[]>> = {
  azure_sentinel: [
    { name: 'tenantId', label: words.sentinelTenant },
    { name: 'clientId', label: words.sentinelClient },
    { name: 'clientSecret', label: words.sentinelSecret, isSecret: true, hint: kept },
    { name: 'dceUrl', label: words.sentinelEndpoint },
    { name: 'dcrImmutableId', label: words.sentinelRule },
    { name: 'streamName', label: words.sentinelStream, hint: words.sentinelStreamHint },
  ],
  http: [
    { name: 'url', label: untranslated.thingUrl },
    {
      name: 'secret',
      label: terms.thingSecret,
      isSecret: true,

      hint: fill(words.httpSecretHint, { kept }),
    },
  ],
}

/** Where the events of fetched URLs are sent, and what became of them. */
export function SiemPage() {
  const { data, failure, reload } = useResource<{ readonly data: Settings }>('/v2/team/siem')
  return (
    <div class="page">
      <Card title={words.pageTitle}>
        <p class="faint">{words.pageLead}</p>
        {failure !== undefined && <Failure>{failure}</Failure>}
        {!data && failure === undefined && <Loading />}
        {data && (
          <DestinationForm key={JSON.stringify(data)} settings={data.data} onSaved={reload} />
        )}
      </Card>
      {data?.data.delivery && <DeliveryCard delivery={data.data.delivery} />}
      <Card title={words.exampleTitle}>
        <Code text={JSON.stringify(example, null, 2)} language="json" label={words.exampleTitle} />
      </Card>
    </div>
  )
}

/** The members that most receivers filter by. */
const example = {
  event_type: 'scrape_activity',
  event_id: '018f0000-0000-7000-8000-000000000001',
  endpoint: 'scrape',
  api_key: { id: '018f0000-0000-7000-8000-000000000002', name: 'nightly' },
  started_at: '2026-01-05T09:00:00.000Z',
  completed_at: '2026-01-05T09:00:01.250Z',
  url: 'https://example.com/prices',
  domain: 'example.com',
  http_status: 200,
  result: 'success',
  error: null,
  zero_data_retention: false,
}

function DestinationForm({
  settings,
  onSaved,
}: {
  settings: Settings
  onSaved: () => Promise<void>
}) {
  const { destination, enabled } = settings
  const stored = destination?.type ?? 'azure_sentinel'
  const written: Readonly<Record<string, unknown>> = { ...destination }
  const [type, setType] = useState<Type>(stored)
  const [answer, setAnswer] = useState<string>()
  const [isConfirming, setConfirming] = useState(false)
  const { run, isBusy, notice } = useAction()
  const isAdmin = may('admin')
  const save = (entered: Fields) => {
    const wantsEvents = 'enabled' in entered
    // Only an enabled destination can be tested, so that the first time needs a confirmation.
    if (wantsEvents && !enabled && !isConfirming) return setConfirming(true)
    const given = fields[type].flatMap(({ name }) => {
      const value = entered[name]?.trim()
      return value ? [[name, value] as const] : []
    })
    return run(async () => {
      const chosen = { type, ...Object.fromEntries(given) }
      await send('PUT', '/v2/team/siem', { enabled: wantsEvents, destination: chosen })
      await onSaved()
    })
  }
  const test = () =>
    void run(async () => {
      const { data } = await send<{ data: { delivered: boolean; error?: string } }>(
        'POST',
        '/v2/team/siem/test',
      )
      setAnswer(data.delivered ? words.testSuccess : (data.error ?? ''))
    })
  return (
    <Form class="stack narrow-form" onSubmit={save}>
      {notice}
      {answer !== undefined && <p class="notice">{answer}</p>}
      <Toggle
        label={words.formEnabled}
        name="enabled"
        defaultChecked={enabled}
        disabled={!isAdmin}
      />
      <label class="labelled">
        {words.formType}
        <Select choices={types} value={type} disabled={!isAdmin} onChoose={setType} />
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
              defaultValue={type === stored ? toText(written[name]) : ''}
            />
          )}
          {hint !== undefined && <small>{hint}</small>}
        </label>
      ))}
      {isConfirming && <p class="notice warn">{words.formWarning}</p>}
      {isAdmin && (
        <div class="row">
          <Button type="submit" class="primary" disabled={isBusy}>
            {isConfirming ? words.formEnable : terms.actionSave}
          </Button>{' '}
          <Button disabled={isBusy || !enabled} onClick={test}>
            {words.testButton}
          </Button>
        </div>
      )}
    </Form>
  )
}

function DeliveryCard({ delivery }: { delivery: NonNullable<Settings['delivery']> }) {
  const { waiting, delivered, dropped, lastDeliveredAt, lastFailedAt, lastFailure } = delivery
  const facts = { waiting, delivered, dropped }
  return (
    <Card title={words.deliveryTitle}>
      <dl class="facts-list">
        {Object.entries(facts).map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
        {lastDeliveredAt !== null && (
          <div>
            <dt>{words.deliverySent}</dt>
            <dd>{ago(lastDeliveredAt)}</dd>
          </div>
        )}
        {lastFailedAt !== null && (
          <div>
            <dt>{words.deliveryFailed}</dt>
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
