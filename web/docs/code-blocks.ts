import { splitParts, type Language } from '../ui/highlight.ts'
import { icon } from './icon.ts'

const languages: Readonly<Record<string, Language>> = {
  json: 'json',
  html: 'html',
  xml: 'html',
  sh: 'sh',
  yaml: 'sh',
  toml: 'sh',
  js: 'js',
  ts: 'js',
  python: 'py',
  py: 'py',
  md: 'md',
}

/** Colours the code, adds buttons that copy it, and turns alternatives into tabs. */
export function startCodeBlocks(): void {
  for (const block of document.querySelectorAll<HTMLElement>('.code')) {
    const code = block.querySelector('code')
    if (!code) continue
    const text = code.textContent
    const language = languages[block.dataset['language'] ?? '']
    if (language) code.replaceChildren(...coloured(text, language))
    block.append(copyButton(text.trimEnd()))
  }
  for (const group of document.querySelectorAll<HTMLElement>('.alternatives')) startTabs(group)
}

const coloured = (text: string, language: Language) =>
  splitParts(text, language).map(({ text: part, kind }) => {
    if (kind === undefined) return part
    const span = document.createElement('span')
    span.className = `c-${kind}`
    span.textContent = part
    return span
  })

const shownMs = 1_500

async function copy(text: string, button: HTMLButtonElement): Promise<void> {
  await navigator.clipboard.writeText(text)
  button.replaceChildren(icon('check', 14))
  setTimeout(() => button.replaceChildren(icon('copy', 14)), shownMs)
}

function copyButton(text: string): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.setAttribute('aria-label', 'Copy')
  button.append(icon('copy', 14))
  button.addEventListener('click', () => {
    void copy(text, button)
  })
  // Absent where the connection is not encrypted.
  button.hidden = !('clipboard' in navigator)
  return button
}

const storedChoice = 'docs-language'
let groups = 0

function startTabs(group: HTMLElement): void {
  const panels = [...group.querySelectorAll<HTMLElement>('figure')]
  if (panels.length < 2) return
  groups += 1
  const list = document.createElement('div')
  list.setAttribute('role', 'tablist')
  list.setAttribute('aria-label', 'Language')
  const tabs = panels.map((panel, index) => {
    const tab = document.createElement('button')
    const caption = panel.querySelector('figcaption')
    tab.type = 'button'
    tab.textContent = caption?.textContent ?? ''
    caption?.remove()
    tab.id = `tab-${groups}-${index}`
    panel.id = `panel-${groups}-${index}`
    tab.setAttribute('role', 'tab')
    tab.setAttribute('aria-controls', panel.id)
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', tab.id)
    return tab
  })
  const choose = (chosen: number) => {
    for (const [index, tab] of tabs.entries()) {
      tab.setAttribute('aria-selected', String(index === chosen))
      tab.tabIndex = index === chosen ? 0 : -1
      const panel = panels[index]
      if (panel) panel.hidden = index !== chosen
    }
  }
  const choices = tabs.map((tab) => tab.textContent)
  const wanted = () => choices.indexOf(localStorage.getItem(storedChoice) ?? '')
  list.addEventListener('click', (event) => {
    const index = tabs.indexOf(event.target as HTMLButtonElement)
    if (index === -1) return
    localStorage.setItem(storedChoice, choices[index] ?? '')
    dispatchEvent(new Event(storedChoice))
  })
  list.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    const here = tabs.findIndex((tab) => tab === document.activeElement)
    const next = tabs[(here + step + tabs.length) % tabs.length]
    next?.click()
    next?.focus()
  })
  addEventListener(storedChoice, () => choose(Math.max(0, wanted())))
  list.append(...tabs)
  group.prepend(list)
  choose(Math.max(0, wanted()))
}
