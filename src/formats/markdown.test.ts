import assert from 'node:assert/strict'
import { test } from 'node:test'
import { estimateTokenCount } from 'tokenx'
import type { DerivationContext } from './derivation.ts'
import { markdown } from './markdown.ts'
import { Formats } from './request.ts'

const text = '# One\n\nSee [two](https://a.example/two).\n\n![](/b.png)\n\nThree [four](/four).'
const second = text.indexOf('Three')
const block = (id: string, content: string) => ({
  id,
  type: 'text',
  label: null,
  bbox: null,
  content,
  markdownSpan: [text.indexOf(content), text.indexOf(content) + content.length],
  readingOrder: 0,
  source: null,
  confidence: { layout: null, ocr: null },
})
const document = {
  markdown: text,
  pages: [
    { pageNumber: 1, markdown: text.slice(0, second) },
    { pageNumber: 2, markdown: text.slice(second) },
  ],
  blocks: [
    {
      pageNumber: 2,
      width: null,
      height: null,
      status: 'ok' as const,
      items: [
        block('p2.b0', 'Three [four](/four).'),
        { ...block('p2.b1', 'left out'), markdownSpan: null },
      ],
    },
  ],
  metadata: {} as never,
}

const derive = (options: object) =>
  markdown.derive?.(
    { document, normalisedText: undefined, material: undefined, isComplete: true },
    { type: 'markdown', ...options },
    {} as DerivationContext,
  )

test('without link targets, pages and offsets of blocks are those of the shorter text', async () => {
  const { members } = (await derive({ linkTargets: false })) ?? {}
  const shown = members?.markdown ?? ''
  assert.equal(shown, '# One\n\nSee two.\n\nThree four.')
  assert.deepEqual(
    members?.pages?.map((page) => page.markdown),
    ['# One\n\nSee two.', 'Three four.'],
  )
  const [first, other] = members?.blocks?.[0]?.items ?? []
  assert.equal(shown.slice(...(first?.markdownSpan ?? [])), first?.content)
  assert.deepEqual([first?.content, other?.content], ['Three four.', 'left out'])
})

test('tokens are counted of the Markdown that is returned', async () => {
  const { metadata, members } = (await derive({ tokens: true })) ?? {}
  assert.deepEqual([metadata, members], [{ tokens: estimateTokenCount(text) }, {}])
  const short = await derive({ tokens: true, linkTargets: false })
  assert.ok((short?.metadata?.tokens ?? 0) < estimateTokenCount(text) * 0.7)
  assert.deepEqual(await derive({}), { members: {} })
})

test('the name alone asks for the Markdown as it is', () => {
  assert.deepEqual(Formats.parse(['markdown', { type: 'markdown' }]), [
    { type: 'markdown' },
    { type: 'markdown' },
  ])
})
