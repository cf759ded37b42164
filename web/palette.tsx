import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { actions, sections } from './navigation.ts'
import { getPages } from './all-pages.ts'
import { useResource } from './resource.ts'
import { go } from './router.ts'
import { may } from './session.ts'
import { switchTheme } from './theme.ts'
import { shortUrl } from './format.ts'
import { Icon, type IconName } from './ui/icon.tsx'
import { fill } from './words/fill.ts'
import * as words from './words/en/shell.ts'
import * as terms from './words/en/terms.ts'

interface Found {
  readonly label: string
  readonly detail?: string
  readonly icon: IconName
  readonly run: () => void
}

interface Jobs {
  readonly data: readonly { readonly id: string; readonly url: string; readonly label: string }[]
}
interface NamedMonitor {
  readonly id: string
  readonly name: string
}

interface Keys {
  readonly data: readonly { readonly name: string; readonly last4: string }[]
}

/** A line of `/llms.txt`: the title of a page of the documentation, and the address of its Markdown. */
const docsLine = /^- \[([^\]]+)\]\([^)]*(\/docs\/[^)]+)\.md\)/gm
const wholeId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

const shownMax = 30

const makeJob = (id: string): Found => ({
  label: id,
  detail: words.pagesJob,
  icon: 'jobs',
  run: () => go(`/console/jobs/${id}`),
})

/** Everything that can be reached by typing a part of its name. */
function useEverything(): readonly Found[] {
  const docs = useResource<string>('/llms.txt').data ?? ''
  const jobs = useResource<Jobs>('/console/api/jobs?limit=100').data?.data ?? []
  const monitors = useResource('/v2/monitor', undefined, getPages<NamedMonitor>).data ?? []
  const keys = useResource<Keys>(may('member') ? '/console/api/keys' : undefined).data?.data ?? []
  return [
    ...[...sections.flatMap(({ entries }) => entries), ...actions]
      .filter(({ role }) => role === undefined || may(role))
      .map(({ to, label, icon }) => ({ label, icon, run: () => go(to) })),
    { label: words.pagesDocumentation, icon: 'docs', run: () => location.assign('/docs') },
    { label: words.pagesReference, icon: 'docs', run: () => location.assign('/docs/api') },
    { label: words.paletteTheme, icon: 'moon', run: switchTheme },
    ...keys.map(({ name, last4 }) => ({
      label: name,
      detail: fill(words.paletteKey, { last4 }),
      icon: 'keys' as const,
      run: () => go('/console/keys'),
    })),
    ...monitors.map(({ id, name }) => ({
      label: name,
      detail: words.paletteMonitor,
      icon: 'monitors' as const,
      run: () => go(`/console/monitors/${id}`),
    })),
    ...jobs.map(({ id, url, label }) => ({
      label: shortUrl(url) || id,
      detail: `${label} ${id}`,
      icon: 'jobs' as const,
      run: () => go(`/console/jobs/${id}`),
    })),
    ...[...docs.matchAll(docsLine)].map(([, label = '', address = '']) => ({
      label,
      detail: words.pagesDocumentation,
      icon: 'docs' as const,
      run: () => location.assign(address),
    })),
  ]
}

/** The command palette. */
export function Palette({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [index, setIndex] = useState(0)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const wanted = text.toLowerCase().trim()
  const fitting = useEverything().filter(({ label, detail = '' }) =>
    `${label} ${detail}`.toLowerCase().includes(wanted),
  )
  // The list has the newest jobs; any other one is reached by its whole id.
  const isOther = fitting.length === 0 && wholeId.test(wanted)
  const found = isOther ? [makeJob(wanted)] : fitting.slice(0, shownMax)
  const choose = (chosen: Found | undefined) => {
    if (!chosen) return
    dialog.current?.close()
    chosen.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: found.length - 1 }
    const step = steps[event.key]
    if (event.key === 'Enter') choose(found[index])
    else if (step !== undefined) setIndex((index + step) % Math.max(1, found.length))
    else return
    event.preventDefault()
  }
  return (
    <dialog
      class="palette"
      ref={dialog}
      aria-label={words.paletteLabel}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && dialog.current?.close()}
    >
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls="found"
        aria-activedescendant={found[index] ? `found-${index}` : undefined}
        aria-label={words.paletteLabel}
        placeholder={words.palettePlaceholder}
        value={text}
        autofocus
        maxLength={200}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setIndex(0)
        }}
        onKeyDown={onKeyDown}
      />
      <ul id="found" role="listbox" aria-label={terms.thingResults}>
        {found.map((entry, position) => (
          <Option
            key={position}
            entry={entry}
            position={position}
            isChosen={position === index}
            onPoint={() => setIndex(position)}
            onChoose={() => choose(entry)}
          />
        ))}
      </ul>
      {found.length === 0 && <p class="none">{words.paletteEmpty}</p>}
    </dialog>
  )
}

function Option(props: {
  entry: Found
  position: number
  isChosen: boolean
  onPoint: () => void
  onChoose: () => void
}) {
  const { entry, position, isChosen } = props
  return (
    <li
      id={`found-${position}`}
      role="option"
      aria-selected={isChosen}
      onClick={props.onChoose}
      onPointerMove={props.onPoint}
    >
      <Icon name={entry.icon} />
      <span>{entry.label}</span>
      {entry.detail !== undefined && <small>{entry.detail}</small>}
    </li>
  )
}
