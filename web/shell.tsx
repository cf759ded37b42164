import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { readMessage, send } from './api.ts'
import { sections } from './navigation.ts'
import { Palette } from './palette.tsx'
import { go, path, visits } from './router.ts'
import { IconButton } from './ui/button.tsx'
import { loadSession, may, type SignedIn } from './session.ts'
import { switchTheme, theme } from './theme.ts'
import { Failure } from './ui/card.tsx'
import { Dialog } from './ui/dialog.tsx'
import { Icon, Logo } from './ui/icon.tsx'
import { Select } from './ui/choices.tsx'
import * as words from './words/en/shell.ts'
import * as terms from './words/en/terms.ts'
import * as untranslated from './words/untranslated.ts'

interface ShellProps {
  readonly session: SignedIn
  readonly title: string
  readonly children: ComponentChildren
}

/** Navigation, the title of the page and its content. */
export function Shell({ session: current, title, children }: ShellProps) {
  const [isOpen, setOpen] = useState(false)
  const { palette, openPalette, closePalette } = usePalette()
  useEffect(() => setOpen(false), [path.value])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false)
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      openPalette()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <div class={`shell${isOpen ? ' nav-open' : ''}`}>
      <a class="skip" href="#content">
        {words.frameSkip}
      </a>
      <aside class="side" id="navigation">
        <div class="brand">
          <Logo size={26} />
          <b>{untranslated.frameName}</b>
          <TeamChoice session={current} />
        </div>
        <button type="button" class="jump" onClick={openPalette}>
          <Icon name="search" size={14} />
          {words.paletteLabel}
          <kbd>{isApple ? '⌘K' : '⌃K'}</kbd>
        </button>
        <Navigation />
        <Me session={current} />
      </aside>
      {isOpen && (
        <button
          type="button"
          class="shade"
          aria-label={words.menuClose}
          onClick={() => setOpen(false)}
        />
      )}
      <main id="content">
        <header class="top">
          <IconButton
            class="only-small"
            icon="menu"
            label={words.menuOpen}
            size={16}
            aria-controls="navigation"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
          <Title>{title}</Title>
          <a class="button quiet" href="/docs" target="_blank" rel="noopener">
            <Icon name="docs" />
            {words.pagesDocumentation}
          </a>
        </header>
        {!isSecureContext && <p class="notice warn band">{words.frameUnencrypted}</p>}
        {children}
      </main>
      {palette !== undefined && <Palette key={palette} onClose={() => closePalette(palette)} />}
    </div>
  )
}

/**
 * The heading of the page. It takes the focus of every page that is gone to, so that a screen reader says where it is: together with
 * the new page, because later the user may have moved the focus on.
 */
function Title({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (visits.value > 0) heading.current?.focus()
  }, [visits.value])
  return (
    <h1 tabIndex={-1} ref={heading}>
      {children}
    </h1>
  )
}

/** The number of the open palette. A closed one is removed a moment later, and must not close the one that was opened meanwhile. */
function usePalette() {
  const [palette, setPalette] = useState<number>()
  const count = useRef(0)
  return {
    palette,
    openPalette: () => {
      if (document.querySelector('dialog.palette[open]')) return
      count.current += 1
      setPalette(count.current)
    },
    closePalette: (closed: number) => setPalette((now) => (now === closed ? undefined : now)),
  }
}

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)

const isHere = (to: string) =>
  to === '/console' ? path.value === to : `${path.value}/`.startsWith(`${to}/`)

function Navigation() {
  return (
    <nav aria-label={words.menuLabel}>
      {sections.map(({ title, entries }) => (
        <div key={title ?? ''} class="section">
          {title !== undefined && <h2>{title}</h2>}
          {entries
            .filter(({ role }) => role === undefined || may(role))
            .map(({ to, label, icon }) => (
              <a key={to} href={to} aria-current={isHere(to) ? 'page' : undefined}>
                <Icon name={icon} />
                {label}
              </a>
            ))}
        </div>
      ))}
    </nav>
  )
}

/** The team whose data the pages show. One that refuses is not entered, and says why. */
function TeamChoice({ session: { teams, team: current } }: { session: SignedIn }) {
  const [failure, setFailure] = useState<string>()
  const [chosen, setChosen] = useState<string>()
  if (teams.length < 2) return <span class="team">{current.name}</span>
  const enter = async (id: string) => {
    setChosen(id)
    setFailure(undefined)
    try {
      await loadSession(id)
      go('/console')
    } catch (thrown) {
      setFailure(readMessage(thrown))
    }
    setChosen(undefined)
  }
  return (
    <>
      <Select
        class="team"
        aria-label={terms.thingTeam}
        choices={Object.fromEntries(teams.map(({ id, name }) => [id, name]))}
        value={chosen ?? current.id}
        disabled={chosen !== undefined}
        onChoose={(id) => void enter(id)}
      />
      {failure !== undefined && (
        <Dialog title={words.teamRefused} onClose={() => setFailure(undefined)}>
          <p>{failure}</p>
        </Dialog>
      )}
    </>
  )
}

async function signOut(): Promise<void> {
  await send('DELETE', '/console/api/session')
  await loadSession()
}

function Me({ session: { person, role } }: { session: SignedIn }) {
  const name = person?.name ?? words.userOperator
  const [failure, setFailure] = useState<string>()
  const letters = name.split(' ').map((part) => part.charAt(0))
  return (
    <div class="me">
      <span class="avatar" aria-hidden="true">
        {letters.slice(0, 2).join('')}
      </span>
      <span>
        <b>{name}</b>
        <small>{role}</small>
      </span>
      <IconButton
        icon={theme.value === 'dark' ? 'sun' : 'moon'}
        label={theme.value === 'dark' ? words.themeLight : words.themeDark}
        size={16}
        onClick={switchTheme}
      />
      <IconButton
        icon="leave"
        label={words.userSignOut}
        size={16}
        onClick={() => {
          signOut().catch((thrown: unknown) => setFailure(readMessage(thrown)))
        }}
      />
      {failure !== undefined && <Failure>{failure}</Failure>}
    </div>
  )
}
