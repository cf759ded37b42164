import { useState } from 'preact/hooks'
import { get, send } from '../api.ts'
import { ago } from '../format.ts'
import { useResource } from '../resource.ts'
import { may } from '../session.ts'
import { ActionForm, useAction } from '../ui/action.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Failure } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { withoutFiles, type Remembered } from './request-history.ts'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/playground.ts'
import * as terms from '../words/en/terms.ts'
import type * as contract from '../../src/features/console/contract.ts'
import type { Data, Row } from '../reply.ts'

type Listed = Row<typeof contract.SavedRequestsReply>
type Opened = Data<typeof contract.SavedRequestReply>

const path = '/console/api/requests'

/** The requests that the team keeps under names: saved here, opened, renamed and deleted. */
export function SavedRequests(props: {
  request: Remembered
  /** Proposed for a new one. */
  name: string
  isValid: boolean
  onOpen: (request: Remembered) => void
  /** The request has this name from now on. */
  onSaved: (saved: Remembered['saved']) => void
}) {
  const { request, isValid, onOpen, onSaved } = props
  const { saved } = request
  const [isListed, setListed] = useState(false)
  const { data, failure, reload } = useResource<{ readonly data: readonly Listed[] }>(
    isListed ? path : undefined,
  )
  const { run, isBusy, notice } = useAction()
  const [naming, setNaming] = useState<'new' | Listed>()
  const [deleted, setDeleted] = useState<string>()
  const open = ({ id, name }: Pick<Listed, 'id' | 'name'>) =>
    run(async () => {
      const { operation, values, isPartial } = (await get<{ data: Opened }>(`${path}/${id}`)).data
      onOpen({ key: operation, values, saved: { id, name, isPartial } })
    })
  const remove = ({ id }: Listed) =>
    run(async () => {
      if (deleted !== id) return setDeleted(id)
      await send('DELETE', `${path}/${id}`)
      await reload()
    })
  return (
    <>
      {may('member') && (
        <Button icon="mark" disabled={!isValid} onClick={() => setNaming('new')}>
          {terms.actionSave}
        </Button>
      )}
      <details class="history" onToggle={({ currentTarget }) => setListed(currentTarget.open)}>
        <summary>
          <Icon name="people" size={14} />
          {words.savedTitle}
        </summary>
        {failure !== undefined && <Failure>{failure}</Failure>}
        {notice}
        {data?.data.length === 0 && <p class="faint">{words.savedEmpty}</p>}
        <ul>
          {data?.data.map((one) => (
            <li key={one.id}>
              <button type="button" disabled={isBusy} onClick={() => void open(one)}>
                <span class="badge">{one.operation.split('/').at(-1)}</span>
                <span>{one.name}</span>
                <small>
                  {[one.savedBy, ago(one.savedAt)].filter((text) => text !== null).join(', ')}
                </small>
              </button>
              {may('member') && (
                <>
                  <IconButton
                    icon="edit"
                    label={fill(words.savedRename, { name: one.name })}
                    onClick={() => setNaming(one)}
                  />
                  <IconButton
                    class={deleted === one.id ? 'danger' : ''}
                    icon={deleted === one.id ? 'check' : 'trash'}
                    label={fill(deleted === one.id ? words.savedDeleteNow : terms.actionDelete, {
                      name: one.name,
                    })}
                    disabled={isBusy}
                    onClick={() => void remove(one)}
                  />
                </>
              )}
            </li>
          ))}
        </ul>
      </details>
      {saved && (
        <p class="faint" role="status">
          {fill(words.savedNotice, { name: saved.name })} {saved.isPartial && words.savedPartial}
        </p>
      )}
      {naming && (
        <Naming
          request={request}
          name={props.name}
          renamed={naming === 'new' ? undefined : naming}
          onClose={() => setNaming(undefined)}
          onSaved={async (one) => {
            setNaming(undefined)
            await reload()
            if (naming === 'new' || naming.id === saved?.id) onSaved({ ...one, isPartial: false })
          }}
        />
      )}
    </>
  )
}

/** Asks for the name of a request, and saves it under this name. */
function Naming(props: {
  request: Remembered
  name: string
  renamed: Listed | undefined
  onClose: () => void
  onSaved: (saved: { readonly id: string; readonly name: string }) => Promise<void>
}) {
  const { request, renamed, onClose, onSaved } = props
  const { key, saved } = request
  const values = withoutFiles(request.values)
  const save = async (name: string) => {
    if (renamed) {
      await send('PATCH', `${path}/${renamed.id}`, { name })
      return renamed.id
    }
    const body = { name, operation: key, values }
    if (saved?.name === name) {
      await send('PATCH', `${path}/${saved.id}`, body)
      return saved.id
    }
    return (await send<{ data: { id: string } }>('POST', path, body)).data.id
  }
  const hasFile = !renamed && request.values['file'] instanceof File
  return (
    <Dialog
      title={renamed ? fill(words.savedRename, { name: renamed.name }) : words.savedDialog}
      onClose={onClose}
    >
      <ActionForm
        submit={terms.actionSave}
        look="primary"
        onSubmit={async ({ name = '' }) =>
          onSaved({ id: await save(name.trim()), name: name.trim() })
        }
      >
        <label class="labelled">
          {words.savedName}
          <input
            name="name"
            required
            maxLength={100}
            autofocus
            defaultValue={(renamed ?? props).name.slice(0, 100)}
          />
          {!renamed && <small>{words.savedHint}</small>}
          {saved && !renamed && <small>{words.savedReplace}</small>}
          {hasFile && <small>{words.savedFile}</small>}
        </label>
      </ActionForm>
    </Dialog>
  )
}
