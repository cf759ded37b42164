import { send } from '../api.ts'
import { ago } from '../format.ts'
import { readData, useList } from '../list.tsx'
import { go } from '../router.ts'
import { may } from '../session.ts'
import { ActionForm } from '../ui/action.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { Fields } from '../ui/form.tsx'
import { type Column } from '../ui/table.tsx'
import { useOpened } from '../ui/opened.ts'
import { ListCard, agoColumn } from '../ui/list-card.tsx'
import { Toggle } from '../ui/choices.tsx'
import * as words from '../words/en/sessions.ts'
import * as terms from '../words/en/terms.ts'
import type * as contract from '../../src/features/interact/contract.ts'
import type { z } from 'zod'

type Sessions = z.output<typeof contract.SessionsReply>
type Session = Sessions['sessions'][number]

const everyMs = 5_000
/** As many as the API lists at once. */
const listedMost = 100
export const stateText = {
  active: terms.stateRunning,
  destroyed: words.stateDestroyed,
  error: terms.stateFailed,
}
export const stateClass = { active: 'good', destroyed: '', error: 'bad' }

const readSessions = ({ sessions }: Sessions) => readData(listedMost)({ data: sessions })

/** The browser sessions of the team, newest first. */
export function SessionsPage() {
  const list = useList('/v2/interact', readSessions, everyMs)
  const [isCreating, setCreating] = useOpened()
  return (
    <div class="page">
      <div class="toolbar">
        <p class="faint grow">{words.pageLead}</p>
        {may('member') && (
          <Button class="primary" icon="plus" onClick={() => setCreating(true)}>
            {words.formTitle}
          </Button>
        )}
      </div>
      <ListCard title={words.listTitle} columns={columns} empty={empty} {...list} />
      {isCreating && may('member') && <NewSession onClose={() => setCreating(false)} />}
    </div>
  )
}

const empty = { icon: 'sessions', title: words.emptyTitle, text: words.emptyText } as const
const columns: readonly Column<Session>[] = [
  {
    title: words.columnsSession,
    class: 'target mono',
    cell: ({ id }) => <a href={`/console/sessions/${id}`}>{id}</a>,
  },
  {
    title: terms.columnState,
    cell: ({ status }) => <span class={`badge ${stateClass[status]}`}>{stateText[status]}</span>,
  },
  agoColumn(terms.columnStarted, ({ createdAt }) => createdAt),
  {
    title: terms.columnUsed,
    isRight: true,
    class: 'faint',
    cell: ({ lastActivity }) => ago(lastActivity),
  },
  {
    title: words.columnsEnds,
    isRight: true,
    class: 'faint',
    cell: ({ expiresAt }) => (expiresAt === undefined ? '' : ago(expiresAt)),
  },
]

async function create(fields: Fields): Promise<void> {
  const ttl = Number(fields['minutes']) * 60
  const name = fields['profile']?.trim()
  const { id } = await send<{ id: string }>('POST', '/v2/interact', {
    ttl,
    activityTtl: ttl,
    recordSession: 'records' in fields,
    ...(name && { profile: { name, saveChanges: 'saves' in fields } }),
  })
  go(`/console/sessions/${id}`)
}

function NewSession({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={words.formTitle} onClose={onClose}>
      <ActionForm submit={terms.actionStart} busy={words.formBusy} look="primary" onSubmit={create}>
        <label class="labelled">
          {words.minutesLabel}
          <input
            name="minutes"
            type="number"
            min={1}
            max={60}
            required
            autofocus
            defaultValue="10"
          />
          <small>{words.minutesHint}</small>
        </label>
        <label class="labelled">
          {words.profileLabel}
          <input name="profile" maxLength={128} />
          <small>{words.profileHint}</small>
        </label>
        <Toggle defaultChecked name="saves" label={words.profileSave} />
        <Toggle defaultChecked name="records" label={words.formRecord} />
      </ActionForm>
    </Dialog>
  )
}
