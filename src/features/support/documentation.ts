import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { splitIntoChunks } from '#answers/chunks.ts'
import { indexInSteps, type Rank } from '#content/passages/rank.ts'
import { finishInSteps } from '#kernel/event-loop.ts'

/** A part of the documentation. */
export interface Section {
  /** File and anchor. */
  readonly path: string
  readonly heading: string
  readonly text: string
}

interface IndexedSections {
  readonly sections: readonly Section[]
  readonly rank: Rank
}

/** The guides, API pages and tables of this version. */
export interface Documentation {
  /** The sections that match a question best, best first. */
  find(question: string): Promise<readonly Section[]>
}

const root = join(import.meta.dirname, '../../..')
const files = ['README.md', 'docs/*.md', 'docs/api/*.md', 'docs/guides/*.md']
const partTokensMax = 700
const partsMax = 200
const charactersPerToken = 4

/** Reads the files at the first question. */
export function createDocumentation(folder = root): Documentation {
  let reading: Promise<IndexedSections> | undefined
  return {
    async find(question) {
      reading ??= readSections(folder)
      const { sections, rank } = await reading
      return rank(question).flatMap(({ index }) => sections[index] ?? [])
    },
  }
}

async function readSections(folder: string): Promise<IndexedSections> {
  const paths = globSync(files, { cwd: folder }).toSorted()
  const texts = await Promise.all(paths.map((path) => readFile(join(folder, path), 'utf8')))
  const each = await Promise.all(
    paths.map((path, index) => splitSections(path, texts[index] ?? '')),
  )
  const sections = each.flat()
  const passages = sections.map(({ heading, text }, block) => ({
    text: `${heading}\n${text}`,
    kind: 'sentence' as const,
    block,
  }))
  return { sections, rank: await finishInSteps(indexInSteps(passages)) }
}

/** The text below each heading, in parts. */
async function splitSections(path: string, markdown: string): Promise<Section[]> {
  const sections: Section[] = []
  let lines: string[] = []
  let heading = path
  let anchor = ''
  let isCode = false
  const close = async () => {
    const limits = { tokensMax: partTokensMax, chunksMax: partsMax, count: countTokens }
    const { texts } = await splitIntoChunks(lines.join('\n'), limits)
    for (const text of texts) sections.push({ path: path + anchor, heading, text })
    lines = []
  }
  for (const line of markdown.split('\n')) {
    if (line.trimStart().startsWith('```')) isCode = !isCode
    const [, title] = (!isCode && /^#{1,6} (.+)$/.exec(line)) || []
    if (title === undefined) lines.push(line)
    else {
      await close()
      heading = title
      anchor = line.startsWith('# ') ? '' : readAnchor(title)
    }
  }
  await close()
  return sections
}

const countTokens = (text: string) => text.length / charactersPerToken

/** As GitHub makes it. */
const readAnchor = (title: string) =>
  `#${title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')}`
