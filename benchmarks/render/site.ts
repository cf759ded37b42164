import { startShells } from '#test/fixtures/shells.ts'

/** The site of the benchmark, in a process of its own. */
const site = await startShells()
process.send?.(site.url)
process.on('disconnect', () => process.exit())
