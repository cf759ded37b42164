// A script of its own, which the browser runs before it paints the page.
const chosen = localStorage.getItem('theme')
const isDark =
  chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
// The reference has a class of its own for dark colours.
document.documentElement.classList.toggle('dark-mode', isDark)
