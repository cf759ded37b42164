// acceptance: quick
/** The cases of Google's robots.txt parser: all that follow from the standard, but for URLs in raw non-ASCII. */
import { readRobots } from '#fetch/robots-rules.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { robotsCases } from '#test/fixtures/vectors.ts'

/** What no parser would say: the control has to be wrong. */
const allowAll = () => true

function isAllowed({
  robots,
  agent,
  url,
}: {
  robots: string
  agent: string
  url: string
}): boolean {
  return readRobots(robots, [agent]).isAllowed(url)
}

const standard = robotsCases().filter(({ googleOnly }) => !googleOnly)
/** Over the wire a URL is ASCII: our reader escapes it first, so that the pattern of the next row matches. */
const exceptions = standard.filter(({ url }) => /[^ -~]/.test(url))
const counted = standard.filter((row) => !exceptions.includes(row))
const right = counted.filter((row) => isAllowed(row) === row.allowed).length
const control = counted.filter((row) => allowAll() === row.allowed).length
const figure = `${right} of ${standard.length}, the other ${exceptions.length} documented exceptions`

report(
  'robots',
  right === counted.length && control < counted.length,
  `${figure}; control ${control} of ${counted.length}`,
)
