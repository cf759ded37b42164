import { signal } from '@preact/signals'

/** `/console/` is `/console`. */
const readPath = () =>
  location.pathname.endsWith('/') ? location.pathname.slice(0, -1) : location.pathname

/** Path and query of the page that is shown. */
export const path = signal(readPath())
export const query = signal(location.search)
/** How often `go` has led to a page. */
export const visits = signal(0)

function show(): void {
  path.value = readPath()
  query.value = location.search
}

addEventListener('popstate', show)

/** Goes to a page of the console; other targets go to the first page. */
export function go(to: string): void {
  const target = new URL(ownPath(to), location.origin)
  if (target.href !== location.href) history.pushState(null, '', target)
  show()
  visits.value += 1
  scrollTo(0, 0)
}

/** Returns a path below `/console`, whatever was given: a link must not lead to another site. */
function ownPath(to: string): string {
  if (!URL.canParse(to, location.origin)) return '/console'
  const { origin, pathname, search } = new URL(to, location.origin)
  const isOwn = origin === location.origin && /^\/console(?:\/|$)/.test(pathname)
  return isOwn && !/^[/\\]{2}/.test(to) ? pathname + search : '/console'
}

/** Plain links to pages of the console are followed without loading. */
addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target || link.hasAttribute('download')) return
  if (link.origin !== location.origin || !link.pathname.startsWith('/console')) return
  if (link.hash && link.pathname === location.pathname) return
  event.preventDefault()
  go(link.pathname + link.search)
})
