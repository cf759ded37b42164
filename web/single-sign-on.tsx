import { useEffect, useState } from 'preact/hooks'
import { readMessage, send } from './api.ts'
import { go } from './router.ts'
import { Button } from './ui/button.tsx'
import { loadSession } from './session.ts'
import { Failure } from './ui/card.tsx'
import { Logo } from './ui/icon.tsx'
import { fill } from './words/fill.ts'
import * as words from './words/en/entry.ts'

const path = '/console/api/session/open-id'
/** What is kept in the tab while the browser is at the provider. */
const flowName = 'weir-open-id'

interface Kept {
  readonly flow: string
  /** The page to go on with. */
  readonly from: string
}

/** Leads to the provider, and afterwards back to this page. */
export function SingleSignOnButton({ name }: { name: string }) {
  const [failure, setFailure] = useState<string>()
  const start = async () => {
    try {
      const { data } = await send<{ data: { url: string; flow: string } }>('POST', path)
      const from = location.pathname + location.search
      sessionStorage.setItem(flowName, JSON.stringify({ flow: data.flow, from } satisfies Kept))
      location.assign(data.url)
    } catch (thrown) {
      setFailure(readMessage(thrown))
    }
  }
  return (
    <>
      {failure !== undefined && <Failure>{failure}</Failure>}
      <Button class="large" onClick={() => void start()}>
        {fill(words.providerButton, { provider: name })}
      </Button>
    </>
  )
}

/** The page to which the provider leads back. */
export function SignedIn() {
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    finish().catch((thrown: unknown) => setFailure(readMessage(thrown)))
  }, [])
  return (
    <main class="sign-in">
      <div class="box">
        <Logo size={44} />
        <h1>{failure === undefined ? words.formBusy : words.signInFailed}</h1>
        {failure !== undefined && <Failure>{failure}</Failure>}
        <a href="/console">{words.invalidLink}</a>
      </div>
    </main>
  )
}

async function finish(): Promise<void> {
  const kept = sessionStorage.getItem(flowName)
  sessionStorage.removeItem(flowName)
  const { flow, from } = JSON.parse(kept ?? '{"flow":"","from":"/console"}') as Kept
  await send('PUT', path, { flow, query: location.search || '?' })
  await loadSession()
  go(from)
}
