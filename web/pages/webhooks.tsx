import { useState } from 'preact/hooks'
import { send } from '../api.ts'
import { ago, formatTime, shortUrl } from '../format.ts'
import { readData, useList } from '../list.tsx'
import { may } from '../session.ts'
import { useAction } from '../ui/action.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy.tsx'
import { TextForm } from '../ui/form.tsx'
import { type Column } from '../ui/table.tsx'
import { waitForDelivery, type DeliveryResult } from './delivery-result.ts'
import { DeliveryDialog } from './delivery.tsx'
import { ListCard } from '../ui/list-card.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/webhooks.ts'
import * as counts from '../words/en/counts.ts'
import * as terms from '../words/en/terms.ts'
import type * as contract from '../../src/features/webhook/contract.ts'
import type { Row } from '../reply.ts'

type Delivery = Row<typeof contract.Deliveries>

const everyMs = 5_000
const order = { failed: 0, waiting: 1, delivered: 2 }
const stateClass = { failed: 'bad', waiting: 'warn', delivered: 'good' }
const replayedMax = 100

const limit = 200

/** Deliveries of webhooks, failed ones first, and the secret that signs them. */
export function WebhooksPage() {
  const url = `/v2/webhooks/deliveries?limit=${limit}`
  const list = useList(url, readData(limit)<Delivery>, everyMs)
  const { reload } = list
  const { run, isBusy, notice } = useAction()
  const [shownId, setShownId] = useState<string>()
  const rows = list.rows?.toSorted((a, b) => order[a.state] - order[b.state])
  const failed = rows?.filter(({ state }) => state === 'failed').slice(0, replayedMax) ?? []
  const replay = (deliveries: readonly Delivery[]) =>
    void run(async () => {
      try {
        for (const { id } of deliveries) await send('POST', `/v2/webhooks/deliveries/${id}/replay`)
      } finally {
        await reload()
      }
    })
  return (
    <div class="page">
      <div class="toolbar">
        <p class="faint grow">{words.pageLead}</p>
        {may('member') && failed.length > 0 && (
          <Button icon="reset" disabled={isBusy} onClick={() => replay(failed)}>
            {words.pageReplay}
            {counts.failedDeliveries(failed.length)}
          </Button>
        )}
      </div>
      <ListCard
        {...list}
        title={words.listTitle}
        rows={rows}
        columns={listColumns({
          isBusy,
          onReplay: (one) => replay([one]),
          onShow: ({ id }) => setShownId(id),
        })}
        empty={{ icon: 'webhooks', title: words.emptyTitle, text: words.emptyText }}
      >
        {notice}
      </ListCard>
      {shownId !== undefined && (
        <DeliveryDialog id={shownId} onClose={() => setShownId(undefined)} />
      )}
      {may('member') && <TestCard onSent={reload} />}
      {may('admin') && <SecretCard />}
    </div>
  )
}

function listColumns(props: {
  isBusy: boolean
  onReplay: (delivery: Delivery) => void
  onShow: (delivery: Delivery) => void
}): readonly Column<Delivery>[] {
  return [
    {
      title: terms.columnState,
      cell: ({ state }) => <span class={`badge ${stateClass[state]}`}>{state}</span>,
    },
    { title: words.columnsEvent, cell: ({ type }) => type },
    { title: words.columnsReceiver, class: 'target', cell: ({ url }) => shortUrl(url) },
    {
      title: terms.thingAnswer,
      class: 'faint answer-text',
      hint: ({ error }) => error ?? '',
      cell: ({ error, status }) => error ?? status ?? words.responseNone,
    },
    { title: words.columnsAttempts, isRight: true, cell: ({ attempts }) => attempts },
    {
      title: terms.columnTime,
      isRight: true,
      class: 'faint',
      hint: ({ createdAt }) => formatTime(new Date(createdAt)),
      cell: ({ nextAttemptAt, createdAt }) =>
        nextAttemptAt === null
          ? ago(createdAt)
          : fill(words.rowNext, { nextAttemptAt: ago(nextAttemptAt) }),
    },
    {
      title: terms.columnActions,
      isUnseen: true,
      isRight: true,
      cell: (row) => (
        <div class="row-actions">
          <Button
            class="small"
            aria-label={fill(words.detailsLabel, { type: row.type })}
            onClick={() => props.onShow(row)}
          >
            {words.detailsButton}
          </Button>
          {row.state !== 'waiting' && may('member') && (
            <Button
              class="small"
              aria-label={fill(words.replayLabel, { type: row.type })}
              disabled={props.isBusy}
              onClick={() => props.onReplay(row)}
            >
              {words.replayButton}
            </Button>
          )}
        </div>
      ),
    },
  ]
}

/** Sends one signed event to a receiver; what came of it is in the list. */
function TestCard({ onSent }: { onSent: () => Promise<void> }) {
  const { run, isBusy, notice } = useAction()
  const [result, setResult] = useState<DeliveryResult>()
  const test = (webhook: string) =>
    run(async () => {
      setResult(undefined)
      const { data } = await send<{ data: { jobId: string } }>(
        'POST',
        '/console/api/webhook-test',
        { webhook },
      )
      setResult(await waitForDelivery(data.jobId))
      await onSent()
    })
  return (
    <Card title={words.testTitle}>
      <div class="stack narrow-form">
        {notice}
        {result && (
          <p class={`notice ${result.isGood ? 'info' : 'bad'}`} role="status">
            {result.text}
          </p>
        )}
        <TextForm
          label={words.testUrl}
          submit={words.testSubmit}
          isBusy={isBusy}
          input={{
            class: 'grow',
            type: 'url',
            placeholder: 'https://example.com/hook',
            maxLength: 4_096,
          }}
          onText={test}
        />
      </div>
    </Card>
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
    <Card title={terms.thingSecret}>
      <div class="stack">
        <p class="faint">{words.secretLead}</p>
        {notice}
        {secret !== undefined && (
          <div class="secret">
            <code>{secret}</code>
            <CopyButton text={secret} />
          </div>
        )}
        <div class="toolbar">
          <Button disabled={isBusy} onClick={() => load('/console/api/webhook-secret')}>
            {words.secretShow}
          </Button>
          <Button
            class="danger"
            disabled={isBusy}
            onClick={() =>
              isRotating ? load('/console/api/webhook-secret/rotate') : setRotating(true)
            }
          >
            {isRotating ? words.secretConfirm : words.secretReplace}
          </Button>
        </div>
      </div>
    </Card>
  )
}
