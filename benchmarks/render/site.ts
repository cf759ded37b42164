import { startClientRenderedSite } from '#test/fixtures/client-rendered-site.ts'

/** The site of the benchmark, in its own process. */
const site = await startClientRenderedSite()
process.send?.(site.url)
process.on('disconnect', () => process.exit())
