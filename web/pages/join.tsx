import { useEffect, useState } from 'preact/hooks'
import { readMessage, send } from '../api.ts'
import { go } from '../router.ts'
import { loadSession } from '../session.ts'
import { Failure } from '../ui/card.tsx'
import { Logo } from '../ui/icon.tsx'
import { EmailField, Entry, Labelled, NewPasswordField } from './entry.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/entry.ts'
import * as terms from '../words/en/terms.ts'
import type * as contract from '../../src/features/console/contract.ts'
import type { Data } from '../reply.ts'

type LinkFacts = Data<typeof contract.LinkFacts>

/** The page of a link with which a person joins a team or chooses a new password. The token is in the fragment. */
export function Join() {
  const [facts, setFacts] = useState<LinkFacts>()
  const [failure, setFailure] = useState<string>()
  const [token] = useState(() => location.hash.slice(1))
  useEffect(() => {
    send<{ data: LinkFacts }>('POST', '/console/api/link', { token })
      .then(({ data }) => setFacts(data))
      .catch((thrown: unknown) => setFailure(readMessage(thrown)))
  }, [])
  if (failure !== undefined) return <Invalid failure={failure} />
  if (!facts) return null
  const isReset = facts.kind === 'reset'
  return (
    <Entry
      title={
        isReset
          ? words.resetTitle
          : fill(words.joinTitle, { team: facts.team ?? words.joinAnyTeam })
      }
      lead={isReset ? words.resetLead : fill(words.joinLead, { role: facts.role ?? 'member' })}
      submit={isReset ? words.resetSubmit : words.joinSubmit}
      onSubmit={async ({ email, name, password }) => {
        const own = isReset ? {} : { name, ...(facts.email === null && { email }) }
        await send('POST', '/console/api/link/use', { token, password, ...own })
        go('/console')
        await loadSession()
      }}
    >
      <EmailField email={facts.email} isFirst />
      {!isReset && <Labelled label={terms.fieldOwnName} name="name" autocomplete="name" />}
      <NewPasswordField hint={isReset ? terms.fieldPasswordHint : words.joinPasswordHint} />
    </Entry>
  )
}

function Invalid({ failure }: { failure: string }) {
  return (
    <main class="sign-in">
      <div class="box">
        <Logo size={44} />
        <h1>{words.invalidTitle}</h1>
        <Failure>{failure}</Failure>
        <a href="/console">{words.invalidLink}</a>
      </div>
    </main>
  )
}
