import './docs.css'
import { startCodeBlocks } from './code-blocks.ts'
import { startContents } from './contents.ts'
import { icon } from './icon.ts'
import { startSearch } from './search.ts'
import { startThemeSwitch } from './theme-switch.ts'

// The interactive reference had this address before; its links name an operation after `#/`.
if (location.pathname === '/docs' && location.hash.startsWith('#/'))
  location.replace(`/docs/api${location.hash}`)

/** On narrow screens the navigation opens with a button. */
function startMenu(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-menu]')
  if (!button) return
  const show = (isOpen: boolean) => {
    document.body.classList.toggle('nav-open', isOpen)
    button.setAttribute('aria-expanded', String(isOpen))
    button.replaceChildren(icon(isOpen ? 'cross' : 'menu'))
  }
  button.addEventListener('click', () => show(!document.body.classList.contains('nav-open')))
  addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !document.body.classList.contains('nav-open')) return
    show(false)
    button.focus()
  })
  show(false)
  button.hidden = false
}

startThemeSwitch()
startMenu()
startSearch()
startCodeBlocks()
startContents()
document.querySelector('.side [aria-current]')?.scrollIntoView({ block: 'nearest' })
