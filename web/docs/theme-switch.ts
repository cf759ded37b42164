import { icon } from './icon.ts'

/** The button that changes between light and dark colours. */
export function startThemeSwitch(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-theme-switch]')
  if (!button) return
  const root = document.documentElement
  const show = () => {
    const isDark = root.dataset['theme'] === 'dark'
    button.setAttribute('aria-label', isDark ? 'Use light colours' : 'Use dark colours')
    button.replaceChildren(icon(isDark ? 'sun' : 'moon'))
  }
  button.addEventListener('click', () => {
    const next = root.dataset['theme'] === 'dark' ? 'light' : 'dark'
    root.dataset['theme'] = next
    localStorage.setItem('theme', next)
    show()
  })
  show()
  button.hidden = false
}
