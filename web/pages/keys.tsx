import { useState } from 'preact/hooks'
import { send } from '../api.ts'
import { ago, formatTime } from '../format.ts'
import { useResource } from '../resource.ts'
import { may } from '../session.ts'
import { ActionForm, useAction } from '../ui/action.tsx'
import { Button } from '../ui/button.tsx'
import { Card, Failure, Loading } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { useOpened } from '../ui/opened.ts'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/keys.ts'
import * as terms from '../words/en/terms.ts'
import type * as contract from '../../src/features/console/contract.ts'
import type { z } from 'zod'

type Keys = z.output<typeof contract.KeysReply>
type Key = Keys['data'][number]

/** The API keys of the team: created once, restricted, revoked. */
export function KeysPage() {
  const { data, failure, reload } = useResource<Keys>('/console/api/keys')
  const [isCreating, setCreating] = useOpened()
  const [created, setCreated] = useState<string>()
  const { run, isBusy, notice } = useAction()
  const revoke = ({ id }: Key) =>
    run(async () => {
      await send('DELETE', `/console/api/keys/${id}`)
      await reload()
    })
  return (
    <div class="page">
      <div class="toolbar">
        <p class="faint grow">{words.pageLead}</p>
        {may('admin') && (
          <Button class="primary" icon="plus" onClick={() => setCreating(true)}>
            {words.formTitle}
          </Button>
        )}
      </div>
      {failure !== undefined && <Failure>{failure}</Failure>}
      {notice}
      {created !== undefined && (
        <div class="notice good">
          <div class="stack grow">
            <p>{words.createdText}</p>
            <div class="secret">
              <code>{created}</code>
              <CopyButton text={created} />
            </div>
          </div>
        </div>
      )}
      <Card title={words.listTitle}>
        {data && <KeyTable keys={data.data} isBusy={isBusy} onRevoke={(key) => void revoke(key)} />}
        {!data && failure === undefined && <Loading />}
      </Card>
      {isCreating && data && may('admin') && (
        <NewKey
          restrictions={data.restrictions}
          onClose={() => setCreating(false)}
          onCreated={(key) => {
            setCreating(false)
            setCreated(key)
            void reload()
          }}
        />
      )}
    </div>
  )
}

function KeyTable(props: { keys: readonly Key[]; isBusy: boolean; onRevoke: (key: Key) => void }) {
  const [asked, setAsked] = useState<string>()
  const columns: readonly Column<Key>[] = [
    { title: terms.fieldName, class: 'name', cell: ({ name }) => name },
    { title: words.columnsKey, class: 'mono', cell: ({ last4 }) => `fc-…${last4}` },
    {
      title: words.columnsRestrictions,
      cell: ({ allowedEndpoints, allowedFormats, allowedHosts }) => (
        <Restrictions names={[...allowedHosts, ...allowedEndpoints, ...allowedFormats]} />
      ),
    },
    {
      title: words.columnsCreated,
      class: 'faint',
      cell: ({ createdAt }) => formatTime(new Date(createdAt)),
    },
    {
      title: terms.columnUsed,
      class: 'faint',
      cell: ({ usedAt }) => (usedAt === null ? words.usedNever : ago(usedAt)),
    },
    {
      title: terms.columnActions,
      isUnseen: true,
      isRight: true,
      cell: (key) =>
        key.revokedAt !== null ? (
          <span class="badge">{words.rowRevoked}</span>
        ) : (
          may('admin') && (
            <Button
              class="small danger"
              aria-label={fill(words.rowAction, {
                action: asked === key.id ? words.revokeConfirm : words.revokeButton,
                name: key.name,
              })}
              disabled={props.isBusy}
              onClick={() => (asked === key.id ? props.onRevoke(key) : setAsked(key.id))}
            >
              {asked === key.id ? words.revokeConfirm : words.revokeButton}
            </Button>
          )
        ),
    },
  ]
  return (
    <>
      <Table
        label={words.listTitle}
        columns={columns}
        rows={props.keys}
        makeKey={({ id }) => id}
        rowClass={({ revokedAt }) => (revokedAt === null ? '' : 'is-off')}
      />
      {asked !== undefined && <p class="hint">{words.revokeWarning}</p>}
    </>
  )
}

function Restrictions({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <span class="faint">{words.restrictionsNone}</span>
  return (
    <span class="chip-list">
      {names.map((name) => (
        <span key={name} class="chip">
          {name}
        </span>
      ))}
    </span>
  )
}

function NewKey(props: {
  restrictions: Keys['restrictions']
  onClose: () => void
  onCreated: (key: string) => void
}) {
  const { restrictions, onClose, onCreated } = props
  const [name, setName] = useState('')
  const [endpoints, setEndpoints] = useState<readonly string[]>([])
  const [formats, setFormats] = useState<readonly string[]>([])
  const [hosts, setHosts] = useState('')
  const create = async () => {
    const allowedHosts = hosts.split(/[\s,]+/).filter(Boolean)
    const body = { name, allowedEndpoints: endpoints, allowedFormats: formats, allowedHosts }
    const { data } = await send<{ data: { key: string } }>('POST', '/console/api/keys', body)
    onCreated(data.key)
  }
  return (
    <Dialog title={words.formTitle} onClose={onClose}>
      <ActionForm submit={words.formSubmit} look="primary" onSubmit={create}>
        <label class="labelled">
          {terms.fieldName}
          <input
            required
            maxLength={100}
            autofocus
            placeholder={words.namePlaceholder}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <label class="labelled">
          {words.formHosts}
          <textarea
            rows={2}
            placeholder="shop.example, *.shop.example"
            aria-describedby="hosts-hint"
            value={hosts}
            onInput={(event) => setHosts(event.currentTarget.value)}
          />
          <span id="hosts-hint" class="hint">
            {words.formHostsHint}
          </span>
        </label>
        <Chips
          title={words.formOperations}
          names={restrictions.endpoints}
          chosen={endpoints}
          onChange={setEndpoints}
        />
        <Chips
          title={words.formFormats}
          names={restrictions.formats}
          chosen={formats}
          onChange={setFormats}
        />
        <p class="hint">{words.formHint}</p>
      </ActionForm>
    </Dialog>
  )
}

function Chips(props: {
  title: string
  names: readonly string[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}) {
  const { title, names, chosen, onChange } = props
  return (
    <fieldset class="chips">
      <legend>{title}</legend>
      {names.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked
                  ? [...chosen, name]
                  : chosen.filter((one) => one !== name),
              )
            }
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  )
}
