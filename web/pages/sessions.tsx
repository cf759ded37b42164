import { useState } from 'preact/hooks'
import { send } from '../api.ts'
import { ago, formatTime } from '../format.ts'
import { useResource } from '../resource.ts'
import { go } from '../router.ts'
import { may } from '../session.ts'
import { useAction } from '../ui/action.tsx'
import { Card, Empty, Failure, Loading } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { Table, type Column } from '../ui/table.tsx'
import * as words from '../words/en/sessions.ts'

export type SessionState = 'active' | 'destroyed' | 'error'

interface Session {
  readonly id: string
  readonly status: SessionState
  readonly createdAt: string
  readonly lastActivity: string
  readonly expiresAt?: string
}

const everyMs = 5_000
export const stateText = {
  active: words.running,
  destroyed: words.ended,
  error: words.failed,
}
export const stateClass = { active: 'good', destroyed: '', error: 'bad' }

/** The browser sessions of the team, newest first. */
export function SessionsPage() {
  const { data, failure } = useResource<{ sessions: readonly Session[] }>('/v2/interact', everyMs)
  const [isCreating, setCreating] = useState(false)
  const rows = data?.sessions ?? []
  return (
    <div class="page">
      <div class="toolbar">
        <p class="faint grow">{words.aBrowserThatStays}</p>
        {may('member') && (
          <button type="button" class="button primary" onClick={() => setCreating(true)}>
            <Icon name="plus" size={14} />
            {words.newSession}
          </button>
        )}
      </div>
      {failure !== undefined && <Failure>{failure}</Failure>}
      <Card title={words.sessions}>
        {!data && failure === undefined && <Loading />}
        {data && rows.length === 0 && (
          <Empty icon="sessions" title={words.noSessionInThe}>
            <p>{words.aSessionCosts2}</p>
          </Empty>
        )}
        {rows.length > 0 && (
          <Table label={words.sessions} columns={columns} rows={rows} makeKey={({ id }) => id} />
        )}
      </Card>
      {isCreating && <NewSession onClose={() => setCreating(false)} />}
    </div>
  )
}

const columns: readonly Column<Session>[] = [
  {
    title: words.session,
    class: 'target mono',
    cell: ({ id }) => <a href={`/console/sessions/${id}`}>{id}</a>,
  },
  {
    title: words.state,
    cell: ({ status }) => <span class={`badge ${stateClass[status]}`}>{stateText[status]}</span>,
  },
  {
    title: words.started,
    isRight: true,
    class: 'faint',
    hint: ({ createdAt }) => formatTime(new Date(createdAt)),
    cell: ({ createdAt }) => ago(createdAt),
  },
  {
    title: words.lastUse,
    isRight: true,
    class: 'faint',
    cell: ({ lastActivity }) => ago(lastActivity),
  },
  {
    title: words.ends,
    isRight: true,
    class: 'faint',
    cell: ({ expiresAt }) => (expiresAt === undefined ? '' : ago(expiresAt)),
  },
]

function NewSession({ onClose }: { onClose: () => void }) {
  const { run, isBusy, notice } = useAction()
  const create = (event: SubmitEvent) => {
    event.preventDefault()
    const fields = new FormData(event.target as HTMLFormElement)
    const name = fields.get('profile')
    const saveChanges = fields.has('saves')
    const body = {
      ttl: Number(fields.get('minutes')) * 60,
      activityTtl: Number(fields.get('minutes')) * 60,
      recordSession: fields.has('records'),
      ...(typeof name === 'string' &&
        name.trim() && { profile: { name: name.trim(), saveChanges } }),
    }
    void run(async () => {
      const { id } = await send<{ id: string }>('POST', '/v2/interact', body)
      go(`/console/sessions/${id}`)
    })
  }
  return (
    <Dialog title={words.newSession} onClose={onClose}>
      <form class="stack" onSubmit={create}>
        {notice}
        <label class="labelled">
          {words.minutes}
          <input
            name="minutes"
            type="number"
            min={1}
            max={60}
            required
            autofocus
            defaultValue="10"
          />
          <small>{words.itEndsByItself}</small>
        </label>
        <label class="labelled">
          {words.profile}
          <input name="profile" maxLength={128} />
          <small>{words.optionalStartsWithThe}</small>
        </label>
        <Toggle name="saves" label={words.saveTheProfileWhen} />
        <Toggle name="records" label={words.recordThePages} />
        <div class="ends">
          <button type="submit" class="button primary" disabled={isBusy}>
            {isBusy ? words.starting : words.start}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

const Toggle = ({ name, label }: { name: string; label: string }) => (
  <label class="toggle">
    <input type="checkbox" role="switch" class="switch" name={name} defaultChecked />
    <span>{label}</span>
  </label>
)
