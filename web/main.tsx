import './styles/tokens.css'
import './styles/base.css'
import './styles/reset.css'
import './styles/controls.css'
import './styles/forms.css'
import './styles/cards.css'
import './styles/tables.css'
import './styles/dialogs.css'
import './styles/shell.css'
import './styles/palette.css'
import './styles/sign-in.css'
import './styles/overview.css'
import './styles/charts.css'
import './styles/playground.css'
import './styles/answers.css'
import './styles/code-colours.css'
import './styles/jobs.css'
import './styles/monitors.css'
import './styles/changes.css'
import './styles/sessions.css'
import './styles/agent.css'
import './styles/pdf-pages.css'
import './styles/activity.css'
import './styles/results.css'
import './styles/narrow.css'
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Button } from './ui/button.tsx'
import './theme.ts'
import './focus.ts'
import { readMessage } from './api.ts'
import { hasEnded } from './ended.ts'
import { path } from './router.ts'
import { loadSession, session } from './session.ts'
import { Shell } from './shell.tsx'
import { pageAt } from './pages.tsx'
import { Empty, Failure } from './ui/card.tsx'
import { later } from './ui/later.tsx'
import * as words from './words/en/shell.ts'

const Join = later(() => import('./pages/join.tsx').then((module) => module.Join))
const SetUp = later(() => import('./pages/set-up.tsx').then((module) => module.SetUp))
const SignIn = later(() => import('./pages/sign-in.tsx').then((module) => module.SignIn))
const SignedIn = later(() => import('./single-sign-on.tsx').then((module) => module.SignedIn))
const SignInAgain = later(() =>
  import('./pages/sign-in-again.tsx').then((module) => module.SignInAgain),
)

function App() {
  const [failure, setFailure] = useState<string>()
  const load = () => loadSession().catch((thrown: unknown) => setFailure(readMessage(thrown)))
  useEffect(() => void load(), [])
  const current = session.value
  const found = pageAt(path.value)
  const isJoining = path.value === '/console/join'
  const isReturning = path.value === '/console/signed-in'
  const title = current?.state === 'signed-in' ? found.title : words.documentTitle
  useEffect(() => {
    document.title = `${title} · Weir`
  }, [title])
  if (isJoining) return <Join />
  if (isReturning) return <SignedIn />
  if (current === undefined)
    return (
      failure !== undefined && (
        <main class="sign-in">
          <div class="box">
            <h1>{words.startFailed}</h1>
            <Failure>{failure}</Failure>
            <Button class="primary large" onClick={() => void load()}>
              {words.startAgain}
            </Button>
          </div>
        </main>
      )
    )
  if (current.state !== 'signed-in') return current.state === 'set-up' ? <SetUp /> : <SignIn />
  return (
    <Shell session={current} title={found.title}>
      {found.page ?? (
        <Empty icon="search" title={words.missingText}>
          <a href="/console">{words.missingLink}</a>
        </Empty>
      )}
      {hasEnded.value && <SignInAgain current={current} />}
    </Shell>
  )
}

const root = document.getElementById('app')
if (root) render(<App />, root)
