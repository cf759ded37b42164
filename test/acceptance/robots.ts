// acceptance: quick, together
/** The test cases of Google's robots.txt parser that follow from the standard, except URLs in raw non-ASCII. */
import { readRobots } from '#fetch/robots-rules.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { hasVectors, robotsCases } from '#test/fixtures/vectors.ts'

/** Control: wrong expectations. */
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

function measure(): void {
  const standard = robotsCases().filter(({ googleOnly }) => !googleOnly)
  /** The service escapes non-ASCII URLs first, so that the pattern of the next row matches. */
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
}

if (hasVectors()) measure()
else report('robots', true, 'skipped: the data folder is missing; point WEIR_DATA_FOLDER at it')
