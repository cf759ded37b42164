// acceptance: quick, together
/**
 * Every vulnerability that was disclosed in similar services has a named test, and none of these is skipped; the tests run with
 * all others. Control: names without a test are reported.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { report } from '#test/fixtures/acceptance.ts'
import {
  disclosedHoles,
  notYetApplicable,
  type DisclosedHole,
} from '#test/fixtures/disclosed-holes.ts'

const holesMin = 45
const root = join(import.meta.dirname, '../..')

/** Names of the tests of a file that are not skipped. */
function readTests(file: string): Set<string> {
  const path = join(root, file)
  if (!existsSync(path)) return new Set()
  const source = readFileSync(path, 'utf8')
  const beginnings = source.matchAll(
    /^test\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"),\s*(\{ (?:skip|todo)\b)?/gm,
  )
  return new Set(
    [...beginnings].flatMap(([, single, double, option]) =>
      option === undefined ? [single ?? double ?? ''] : [],
    ),
  )
}

const known = new Map<string, Set<string>>()

function isTested({ file, test }: Pick<DisclosedHole, 'file' | 'test'>): boolean {
  const names = known.get(file) ?? readTests(file)
  known.set(file, names)
  return names.has(test)
}

const untested = disclosedHoles.filter((hole) => !isTested(hole))
for (const { product, name, file, test } of untested) {
  process.stderr.write(`${product}, ${name}: ${file} has no test '${test}'\n`)
}
const [first] = disclosedHoles
const planted = [
  { file: first?.file ?? '', test: 'a test that does not exist' },
  { file: 'test/api/no-such-file.test.ts', test: first?.test ?? '' },
]
const reported = planted.filter((hole) => !isTested(hole)).length
const tests = new Set(disclosedHoles.map(({ file, test }) => `${file} ${test}`)).size

report(
  'regressions',
  untested.length === 0 && disclosedHoles.length >= holesMin && tests >= holesMin && reported === 2,
  `${disclosedHoles.length - untested.length} of ${disclosedHoles.length} disclosed holes have a test (${tests} tests in ${known.size - 1} files); ` +
    `${notYetApplicable.length} not applicable yet; control ${reported} of ${planted.length} unknown names reported`,
)
