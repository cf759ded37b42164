import type MiniSearch from 'minisearch'
import type { SearchResult } from 'minisearch'
import { icon } from './icon.ts'

/** A section of a page, as `/docs/search.json` lists it. */
interface Entry {
  readonly id: string
  readonly page: string
  readonly section: string
  readonly heading: string
  readonly text: string
}

interface Index {
  readonly search: MiniSearch<Entry>
  readonly entries: ReadonlyMap<string, Entry>
}

/** Sections for people who change Weir, which most readers do not look for. */
const internal = new Set(['Project', 'Decisions'])
const internalBoost = 0.4

const shownMax = 12
const excerptLength = 150

let loading: Promise<Index> | undefined

/** The index is made in the browser, when the search is first opened. */
async function loadIndex(): Promise<Index> {
  const [{ default: Search }, response] = await Promise.all([
    import('minisearch'),
    fetch('/docs/search.json'),
  ])
  const entries = (await response.json()) as readonly Entry[]
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const boostDocument = (id: unknown) =>
    internal.has(byId.get(String(id))?.section ?? '') ? internalBoost : 1
  const search = new Search<Entry>({
    fields: ['heading', 'page', 'text'],
    searchOptions: {
      boost: { heading: 4, page: 2 },
      prefix: true,
      fuzzy: 0.15,
      combineWith: 'AND',
      boostDocument,
    },
  })
  search.addAll(entries)
  return { search, entries: byId }
}

/** The dialog with the search; `/` and Ctrl+K open it. */
export function startSearch(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-search]')
  if (!button) return
  const { dialog, input, list, note } = createDialog()
  let chosen = 0
  const options = () => [...list.querySelectorAll<HTMLAnchorElement>('a')]
  const choose = (index: number) => {
    const all = options()
    chosen = all.length === 0 ? 0 : (index + all.length) % all.length
    for (const [position, option] of all.entries()) {
      option.setAttribute('aria-selected', String(position === chosen))
      if (position === chosen) option.scrollIntoView({ block: 'nearest' })
    }
    const current = all[chosen]
    if (current) input.setAttribute('aria-activedescendant', current.id)
    else input.removeAttribute('aria-activedescendant')
  }
  const show = async () => {
    loading ??= loadIndex()
    const { search, entries } = await loading
    const words = input.value.trim()
    const found = words === '' ? [] : search.search(words).slice(0, shownMax)
    list.replaceChildren(...found.map((result, index) => option(result, entries, index)))
    note.textContent = words !== '' && found.length === 0 ? 'Nothing was found.' : ''
    choose(0)
  }
  const open = () => {
    dialog.showModal()
    input.select()
    void show()
  }
  input.addEventListener('input', () => void show())
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') choose(chosen + 1)
    else if (event.key === 'ArrowUp') choose(chosen - 1)
    else if (event.key === 'Enter') options()[chosen]?.click()
    else return
    event.preventDefault()
  })
  dialog.addEventListener('click', (event) => {
    const { target } = event
    if (target === dialog || (target instanceof Element && target.closest('a'))) dialog.close()
  })
  button.addEventListener('click', open)
  addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea')
    const isShortcut = event.key === 'k' && (event.ctrlKey || event.metaKey)
    if (!isShortcut && (event.key !== '/' || (isTyping !== false && isTyping !== null))) return
    event.preventDefault()
    if (!dialog.open) open()
  })
  button.prepend(icon('search', 14))
  button.hidden = false
}

function createDialog() {
  const dialog = document.createElement('dialog')
  dialog.className = 'palette'
  dialog.setAttribute('aria-label', 'Search the documentation')
  const input = document.createElement('input')
  input.type = 'search'
  input.placeholder = 'Search the documentation'
  input.maxLength = 200
  input.setAttribute('role', 'combobox')
  input.setAttribute('aria-label', 'Search the documentation')
  input.setAttribute('aria-expanded', 'true')
  input.setAttribute('aria-controls', 'found')
  const list = document.createElement('div')
  list.id = 'found'
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', 'Results')
  const note = document.createElement('p')
  note.className = 'none'
  note.setAttribute('role', 'status')
  dialog.append(input, list, note)
  document.body.append(dialog)
  return { dialog, input, list, note }
}

function option(
  { id, terms }: SearchResult,
  entries: ReadonlyMap<string, Entry>,
  index: number,
): HTMLAnchorElement {
  const entry = entries.get(String(id))
  const link = document.createElement('a')
  link.id = `found-${index}`
  link.setAttribute('role', 'option')
  link.href = String(id)
  link.tabIndex = -1
  if (!entry) return link
  const { heading, page, section, text } = entry
  const place = heading === page ? section : `${section} › ${page}`
  link.append(
    span('title', heading),
    span('place', place),
    span('excerpt', cutExcerpt(text, terms)),
  )
  return link
}

function span(name: string, text: string): HTMLSpanElement {
  const element = document.createElement('span')
  element.className = name
  element.textContent = text
  return element
}

/** The part of a text where the first of the words is. */
function cutExcerpt(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase()
  const at = Math.min(...terms.map((term) => lower.indexOf(term)).filter((found) => found >= 0))
  const start = Number.isFinite(at) ? Math.max(0, lower.lastIndexOf(' ', at - 40) + 1) : 0
  const part = text.slice(start, start + excerptLength)
  return `${start > 0 ? '… ' : ''}${part}${start + excerptLength < text.length ? ' …' : ''}`
}
