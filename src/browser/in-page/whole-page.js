/*
 * Runs in a world of its own inside the page: see ../in-page.ts.
 */

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Until the page has been drawn where it is now; one that is not drawn at all is not waited for long. */
const drawn = () =>
  Promise.race([
    new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    pause(500),
  ])

/**
 * Brings what a page only loads when it is scrolled to: scrolls through it step by step, goes back to the top and
 * waits for the pictures. Ends after `msMax` at the latest.
 */
export async function bringWholePage(stepsMax, msMax) {
  const page = document.scrollingElement ?? document.documentElement
  const until = performance.now() + msMax
  const top = page.scrollTop
  for (const image of document.querySelectorAll('img[loading=lazy]')) image.loading = 'eager'
  for (let step = 0; step < stepsMax && performance.now() < until; step += 1) {
    const before = page.scrollTop
    page.scrollBy({ top: innerHeight, behavior: 'instant' })
    await Promise.all([pause(60), drawn()])
    if (page.scrollTop === before) break
  }
  page.scrollTo({ top, behavior: 'instant' })
  while (performance.now() < until && ![...document.images].every((image) => image.complete)) {
    await pause(25)
  }
}

/** How large the page is, in CSS pixels, and how many of the screen's make one. */
export function pageSize() {
  const page = document.scrollingElement ?? document.documentElement
  return {
    width: Math.max(page.scrollWidth, innerWidth),
    height: Math.max(page.scrollHeight, innerHeight),
    scale: devicePixelRatio,
  }
}
