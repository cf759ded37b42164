import { useState } from 'preact/hooks'
import { send } from '../api.ts'
import { ago, count, formatTime, shortUrl } from '../format.ts'
import { useResource } from '../resource.ts'
import { may } from '../session.ts'
import { useAction } from '../ui/action.tsx'
import { Card, Empty, Failure, Loading } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy.tsx'
import { Icon } from '../ui/icon.tsx'

interface Delivery {
  readonly id: string
  readonly jobId: string
  readonly type: string
  readonly url: string
  readonly state: 'waiting' | 'delivered' | 'failed'
  readonly attempts: number
  readonly status: number | null
  readonly error: string | null
  readonly createdAt: string
  readonly nextAttemptAt: string | null
}

const everyMs = 5_000
const order = { failed: 0, waiting: 1, delivered: 2 }
const stateClass = { failed: 'bad', waiting: 'warn', delivered: 'good' }
const replayedMax = 100

/** Deliveries of webhooks, failed ones first, and the secret that signs them. */
export function WebhooksPage() {
  const { data, failure, reload } = useResource<{ data: readonly Delivery[] }>(
    '/v2/webhooks/deliveries?limit=200',
    everyMs,
  )
  const { run, isBusy, notice } = useAction()
  const rows = data?.data.toSorted((a, b) => order[a.state] - order[b.state])
  const failed = rows?.filter(({ state }) => state === 'failed').slice(0, replayedMax) ?? []
  const replay = (deliveries: readonly Delivery[]) =>
    void run(async () => {
      for (const { id } of deliveries) await send('POST', `/v2/webhooks/deliveries/${id}/replay`)
      reload()
    })
  return (
    <div class="page">
      <div class="toolbar">
        <p class="faint grow">
          Deliveries of the last 7 days. Jobs and monitors name their receivers.
        </p>
        {may('member') && failed.length > 0 && (
          <button type="button" class="button" disabled={isBusy} onClick={() => replay(failed)}>
            <Icon name="reset" size={14} />
            Replay {count(failed.length, 'failed delivery', 'failed deliveries')}
          </button>
        )}
      </div>
      {failure !== undefined && <Failure>{failure}</Failure>}
      {notice}
      <Card title="Deliveries">
        {!rows && <Loading />}
        {rows?.length === 0 && (
          <Empty icon="webhooks" title="No delivery">
            <p>
              A crawl, batch or monitor with the option webhook sends its events to your server.
            </p>
          </Empty>
        )}
        {rows !== undefined && rows.length > 0 && (
          <DeliveryTable rows={rows} isBusy={isBusy} onReplay={(one) => replay([one])} />
        )}
      </Card>
      {may('admin') && <SecretCard />}
    </div>
  )
}

function DeliveryTable(props: {
  rows: readonly Delivery[]
  isBusy: boolean
  onReplay: (delivery: Delivery) => void
}) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Deliveries">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">State</th>
            <th scope="col">Event</th>
            <th scope="col">Receiver</th>
            <th scope="col">Answer</th>
            <th scope="col" class="right">
              Attempts
            </th>
            <th scope="col" class="right">
              When
            </th>
            <th scope="col">
              <span class="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={row.id}>
              <td>
                <span class={`badge ${stateClass[row.state]}`}>{row.state}</span>
              </td>
              <td>{row.type}</td>
              <td class="target">{shortUrl(row.url)}</td>
              <td class="faint answer-text" title={row.error ?? ''}>
                {row.error ?? row.status ?? 'none yet'}
              </td>
              <td class="right">{row.attempts}</td>
              <td class="right faint" title={formatTime(new Date(row.createdAt))}>
                {row.nextAttemptAt === null ? ago(row.createdAt) : `next ${ago(row.nextAttemptAt)}`}
              </td>
              <td class="right">
                {row.state !== 'waiting' && may('member') && (
                  <button
                    type="button"
                    class="button small"
                    aria-label={`Replay ${row.type}`}
                    disabled={props.isBusy}
                    onClick={() => props.onReplay(row)}
                  >
                    Replay
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The secret is shown only after the password was entered again. */
function SecretCard() {
  const { run, isBusy, notice } = useAction()
  const [secret, setSecret] = useState<string>()
  const [isRotating, setRotating] = useState(false)
  const load = (url: string) =>
    void run(async () => {
      const { data } = await send<{ data: { secret: string } }>('POST', url)
      setSecret(data.secret)
      setRotating(false)
    })
  return (
    <Card title="Signing secret">
      <div class="stack">
        <p class="faint">
          Deliveries are signed as Standard Webhooks describes. After a change, deliveries carry the
          signatures of both secrets for 24 hours.
        </p>
        {notice}
        {secret !== undefined && (
          <div class="secret">
            <code>{secret}</code>
            <CopyButton text={secret} />
          </div>
        )}
        <div class="toolbar">
          <button
            type="button"
            class="button"
            disabled={isBusy}
            onClick={() => load('/console/api/webhook-secret')}
          >
            Show the secret
          </button>
          <button
            type="button"
            class="button danger"
            disabled={isBusy}
            onClick={() =>
              isRotating ? load('/console/api/webhook-secret/rotate') : setRotating(true)
            }
          >
            {isRotating ? 'Replace it now' : 'Replace the secret'}
          </button>
        </div>
      </div>
    </Card>
  )
}
