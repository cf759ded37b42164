import { useState } from 'preact/hooks'
import { send } from '../api.ts'
import { ago, capital, formatTime } from '../format.ts'
import { useResource } from '../resource.ts'
import { may, session } from '../session.ts'
import { ActionForm, useAction, type Action } from '../ui/action.tsx'
import { Button } from '../ui/button.tsx'
import { Card, Failure, Loading } from '../ui/card.tsx'
import { useChoice } from '../ui/choice.ts'
import { CopyButton } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { Fields } from '../ui/form.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { useOpened } from '../ui/opened.ts'
import { Select } from '../ui/choices.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/people.ts'
import * as terms from '../words/en/terms.ts'
import type * as contract from '../../src/features/console/contract.ts'
import type { Row } from '../reply.ts'

type Member = Row<typeof contract.PeopleReply>
type Invite = Row<typeof contract.Invites>

const teamRoles = ['viewer', 'member', 'admin'] as const
const meanings = {
  viewer: words.roleViewer,
  member: words.roleMember,
  admin: words.roleAdmin,
}

/** The people of the team, their roles, and open invites. */
export function PeoplePage() {
  const people = useResource<{ data: readonly Member[] }>('/console/api/people')
  const invites = useResource<{ data: readonly Invite[] }>(
    may('admin') ? '/console/api/invites' : undefined,
  )
  const [isInviting, setInviting] = useOpened()
  const [link, setLink] = useState<string>()
  const action = useAction()
  return (
    <div class="page">
      <div class="toolbar">
        <p class="faint grow">{words.pageLead}</p>
        {may('admin') && (
          <Button class="primary" icon="plus" onClick={() => setInviting(true)}>
            {words.pageInvite}
          </Button>
        )}
      </div>
      {people.failure !== undefined && <Failure>{people.failure}</Failure>}
      {action.notice}
      {link !== undefined && (
        <div class="notice good">
          <div class="stack grow">
            <p>{words.linkText}</p>
            <div class="secret">
              <code>{link}</code>
              <CopyButton text={link} />
            </div>
          </div>
        </div>
      )}
      <Card title={terms.pagePeople}>
        {people.data && (
          <MemberTable
            members={people.data.data}
            action={action}
            onChanged={people.reload}
            onLink={setLink}
          />
        )}
        {!people.data && people.failure === undefined && <Loading />}
      </Card>
      {invites.data && invites.data.data.length > 0 && (
        <InviteCard invites={invites.data.data} action={action} onChanged={invites.reload} />
      )}
      {isInviting && may('admin') && (
        <InviteDialog
          onClose={() => setInviting(false)}
          onInvited={(made) => {
            setInviting(false)
            setLink(made)
            void invites.reload()
          }}
        />
      )}
    </div>
  )
}

interface MemberParts {
  readonly action: Action
  readonly onChanged: () => Promise<void>
  readonly onLink: (link: string) => void
}

function MemberTable({ members, ...parts }: MemberParts & { members: readonly Member[] }) {
  const columns: readonly Column<Member>[] = [
    { title: terms.fieldName, class: 'name', cell: ({ name }) => name },
    { title: words.columnsEmail, cell: ({ email }) => email },
    { title: words.roleLabel, cell: (member) => <Role {...parts} member={member} /> },
    {
      title: words.columnsSeen,
      class: 'faint',
      cell: ({ lastSeenAt }) => (lastSeenAt === null ? 'never' : ago(lastSeenAt)),
    },
    {
      title: terms.columnActions,
      isUnseen: true,
      isRight: true,
      cell: (member) => <MemberActions {...parts} member={member} />,
    },
  ]
  return (
    <Table label={terms.pagePeople} columns={columns} rows={members} makeKey={({ id }) => id} />
  )
}

const isOwn = ({ id }: Member) => {
  const current = session.value
  return current?.state === 'signed-in' && current.person?.id === id
}

function Role({ member, action, onChanged }: MemberParts & { member: Member }) {
  const { id, name, role, isOperator } = member
  const shown = useChoice<string>(action, role, async (wanted) => {
    await send('PATCH', `/console/api/people/${id}`, { role: wanted })
    await onChanged()
  })
  return (
    <div class="inline">
      {may('admin') && !isOwn(member) ? (
        <Select
          class="narrow"
          aria-label={fill(words.roleSelect, { name })}
          choices={teamRoles}
          value={shown.value}
          disabled={action.isBusy}
          onChoose={shown.choose}
        />
      ) : (
        role
      )}
      {isOperator && <span class="badge info">{words.roleOperator}</span>}
    </div>
  )
}

function MemberActions({ member, action, onChanged, onLink }: MemberParts & { member: Member }) {
  const { id, name } = member
  const path = `/console/api/people/${id}`
  const change = (work: () => Promise<unknown>) =>
    void action.run(async () => {
      await work()
      await onChanged()
    })
  const makeLink = async () => {
    const { data } = await send<{ data: { link: string } }>('POST', `${path}/reset`)
    onLink(data.link)
  }
  if (isOwn(member)) return <span class="faint">{words.rowSelf}</span>
  return (
    <>
      {may('operator') && (
        <Button class="small" disabled={action.isBusy} onClick={() => change(makeLink)}>
          {words.rowPassword}
        </Button>
      )}{' '}
      {may('admin') && (
        <Button
          class="small danger"
          aria-label={fill(terms.actionRemove, { name })}
          disabled={action.isBusy}
          onClick={() => change(() => send('DELETE', path))}
        >
          {words.removeButton}
        </Button>
      )}
    </>
  )
}

function InviteCard(props: {
  invites: readonly Invite[]
  action: Action
  onChanged: () => Promise<void>
}) {
  const withdraw = (id: string) =>
    void props.action.run(async () => {
      await send('DELETE', `/console/api/invites/${id}`)
      await props.onChanged()
    })
  return (
    <Card title={words.invitesTitle}>
      <ul class="event-list">
        {props.invites.map(({ id, role, email, createdBy, expiresAt }) => (
          <li key={id}>
            <span>
              <b>{email ?? words.invitesAnybody}</b>
              {fill(words.invitesRole, { role })}
            </span>
            <small>
              {fill(words.invitesOrigin, { createdBy, expiresAt: formatTime(new Date(expiresAt)) })}
            </small>
            <Button class="small" onClick={() => withdraw(id)}>
              {words.invitesWithdraw}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function InviteDialog({
  onClose,
  onInvited,
}: {
  onClose: () => void
  onInvited: (link: string) => void
}) {
  const invite = async ({ role, email }: Fields) => {
    const body = { role, ...(email !== '' && { email }) }
    const { data } = await send<{ data: { link: string } }>('POST', '/console/api/invites', body)
    onInvited(data.link)
  }
  return (
    <Dialog title={words.formTitle} onClose={onClose}>
      <ActionForm submit={words.formSubmit} look="primary" onSubmit={invite}>
        <label class="labelled">
          {terms.fieldEmail}
          <input name="email" type="email" maxLength={254} autofocus />
          <small>{words.formHint}</small>
        </label>
        <fieldset class="radio-list">
          <legend>{words.roleLabel}</legend>
          {teamRoles.map((role) => (
            <label key={role}>
              <input type="radio" name="role" value={role} defaultChecked={role === 'member'} />
              <span>
                <b>{capital(role)}</b> {meanings[role]}
              </span>
            </label>
          ))}
        </fieldset>
      </ActionForm>
    </Dialog>
  )
}
