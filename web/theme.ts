import { effect, signal } from '@preact/signals'

export type Theme = 'light' | 'dark'

const wished: Theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
const chosen = localStorage.getItem('theme')

export const theme = signal<Theme>(chosen === 'dark' || chosen === 'light' ? chosen : wished)

effect(() => {
  document.documentElement.dataset['theme'] = theme.value
})

export function switchTheme(): void {
  theme.value = theme.value === 'dark' ? 'light' : 'dark'
  localStorage.setItem('theme', theme.value)
}
