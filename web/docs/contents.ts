/** Marks the section that is being read in the list "On this page". */
export function startContents(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.toc a')]
  const targets = links.map((link) =>
    document.getElementById(decodeURIComponent(link.hash.slice(1))),
  )
  if (links.length === 0) return
  let current: HTMLAnchorElement | undefined
  const mark = () => {
    const read = targets.findLastIndex(
      (target) => target !== null && target.getBoundingClientRect().top < innerHeight / 4,
    )
    const next = links[Math.max(0, read)]
    if (next === current) return
    current?.removeAttribute('aria-current')
    next?.setAttribute('aria-current', 'true')
    current = next
  }
  let isWaiting = false
  addEventListener(
    'scroll',
    () => {
      if (isWaiting) return
      isWaiting = true
      requestAnimationFrame(() => {
        isWaiting = false
        mark()
      })
    },
    { passive: true },
  )
  // Styles can arrive after the script has started.
  addEventListener('load', mark)
  addEventListener('resize', mark)
  mark()
}
