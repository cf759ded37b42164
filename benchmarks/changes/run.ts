import { parseArgs } from 'node:util'
import { compareVersions } from '#changes/compare.ts'
import type { PageVersion } from '#changes/page-version.ts'
import { contenders } from './contenders.ts'
import { makePairs, type Pair } from './pairs.ts'
import { edits, noise, plant } from './planted.ts'
import { prepare } from './prepare.ts'
import { sites, type Site } from './sites.ts'
import { createTallies } from './tally.ts'
import { makeVersion } from './version-of.ts'

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: '../shared/data/documentation' },
    count: { type: 'string', default: '60' },
    planted: { type: 'string', default: '6' },
    half: { type: 'string' },
    site: { type: 'string' },
    prepare: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
})

const names = Object.keys(contenders)
const wanted = sites.filter(
  ({ name, half }) => name === (values.site ?? name) && half === (values.half ?? half),
)
if (values.prepare) prepare(wanted, values.folder)

const alarms = createTallies(names)
const misses = createTallies(names)
const plantedNoise = createTallies(names)
const plantedEdits = createTallies(names)
const compared: { previous: PageVersion; current: PageVersion; url: string }[] = []
const makeUrl = (path: string) => `https://docs.example/${path}`

for (const site of wanted) {
  const pairs = makePairs(site, values.folder, Number(values.count))
  for (const pair of pairs) judge(pair, site.half)
  for (const pair of pairs.slice(0, Number(values.planted))) plantIn(pair, site)
}

alarms.print('false alarms')
misses.print('misses')
plantedNoise.print('planted noise: false alarms')
plantedEdits.print('planted edits: misses')
printSpeed()

function judge({ site, path, before, after, truth }: Pair, half: string): void {
  const url = makeUrl(path)
  const [previous, current] = [makeVersion(before, url), makeVersion(after, url)]
  compared.push({ previous, current, url })
  const erring = names.filter(
    (name) => contenders[name]?.(previous, current, url) !== (truth === 'changed'),
  )
  const tallies = truth === 'same' ? alarms : misses
  for (const name of [site, `all ${half}`]) tallies.add(name, erring)
  if (values.verbose && erring.includes('weir')) console.log(`${truth}: ${site} ${path}`)
}

function plantIn({ site, path, before }: Pair, ground: Site): void {
  const url = makeUrl(path)
  const previous = makeVersion(Buffer.from(plant(before.toString(), ground, () => true) ?? ''), url)
  for (const [kinds, tallies, isEdit] of [
    [noise, plantedNoise, false],
    [edits, plantedEdits, true],
  ] as const) {
    for (const [kind, change] of Object.entries(kinds)) {
      const html = plant(before.toString(), ground, change)
      if (html === undefined) continue
      const current = makeVersion(Buffer.from(html), url)
      const erring = names.filter((name) => contenders[name]?.(previous, current, url) !== isEdit)
      for (const name of [kind, 'all']) tallies.add(name, erring)
      if (values.verbose && erring.includes('weir')) console.log(`${kind}: ${site} ${path}`)
    }
  }
}

function printSpeed(): void {
  let bytes = 0
  const startMs = performance.now()
  for (const input of compared) {
    compareVersions(input)
    bytes += input.previous.markdown.length + input.current.markdown.length
  }
  const seconds = (performance.now() - startMs) / 1_000
  const perSecond = Math.round(compared.length / seconds)
  const megabytes = (bytes / seconds / 1e6).toFixed(1)
  console.log(
    `\n${perSecond} comparisons a second on one core, ${megabytes} MB of Markdown a second`,
  )
}
