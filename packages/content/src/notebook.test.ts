import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentRequest } from '#fixtures/content-request.ts'
import { readPage } from './pipeline.ts'

const read = (book: unknown, fileName = 'tides.ipynb') =>
  readPage(
    contentRequest(JSON.stringify(book), {
      contentType: undefined,
      fileName,
      formats: [{ type: 'markdown' }],
    }),
  )

const code = (source: unknown, outputs: readonly unknown[] = []) => ({
  cell_type: 'code',
  source,
  outputs,
})

test('a notebook is its texts, its code and what the code printed', () => {
  const { markdown, warnings } = read({
    nbformat: 4,
    metadata: { language_info: { name: 'python' } },
    cells: [
      { cell_type: 'markdown', source: ['# Tides\n', '\n', '- one\n', '- two'] },
      code(
        ['print(1)\n', 'frame'],
        [
          { output_type: 'stream', name: 'stdout', text: ['1\n'] },
          {
            output_type: 'execute_result',
            data: { 'text/html': ['<table></table>'], 'text/plain': ['  a\n', '0 1'] },
          },
        ],
      ),
      code('1/0', [{ output_type: 'error', ename: 'ZeroDivisionError', evalue: 'by zero' }]),
      code('', []),
      code('"```"', [{ output_type: 'display_data', data: { 'text/markdown': '**bold**' } }]),
    ],
  })
  assert.equal(
    markdown,
    [
      '# Tides\n\n- one\n- two',
      '```python\nprint(1)\nframe\n```',
      '```\n1\n```',
      '```\n  a\n0 1\n```',
      '```python\n1/0\n```',
      '```\nZeroDivisionError: by zero\n```',
      '````python\n"```"\n````',
      '**bold**\n',
    ].join('\n\n'),
  )
  assert.deepEqual(warnings, [])
})

test('a notebook of the older format is read, and what is no text is named', () => {
  const cell = {
    cell_type: 'code',
    input: ['plot()'],
    outputs: [{ output_type: 'display_data', png: 'aa' }],
  }
  const { markdown, warnings } = read({ nbformat: 3, worksheets: [{ cells: [cell] }] })
  assert.equal(markdown, '```\nplot()\n```\n')
  assert.match(warnings.join(), /were left out/)
})

test('other JSON stays JSON', () => {
  for (const json of [{ nbformat: 4 }, { nbformat: 'x', cells: [1] }, ['nbformat'], { cells: [] }])
    assert.equal(read(json).markdown, `\`\`\`json\n${JSON.stringify(json)}\n\`\`\``)
})

test('cells and outputs of any shape are read or left out', () => {
  const { markdown } = read({
    nbformat: 4,
    cells: [null, 1, { source: 7 }, code('a', [null, 'b'])],
  })
  assert.equal(markdown, '```\na\n```\n')
})

const withOutputs = (outputs: unknown) => ({ cell_type: 'code', source: 'x', outputs })
const listWarnings = (cells: readonly unknown[]) => read({ nbformat: 4, cells }).warnings

test('cells and outputs that are damaged, and attached pictures, are named', () => {
  const damaged = 'Cells or outputs of the notebook that are damaged were left out.'
  for (const cell of [
    withOutputs([{ output_type: 'stream', text: 42 }]),
    withOutputs({ output_type: 'stream', text: 'three' }),
    { cell_type: 'markdown', source: ['Boats', 7] },
    { cell_type: 'markdown', source: {} },
    'Boats',
  ])
    assert.deepEqual(listWarnings([cell, withOutputs([])]), [damaged], JSON.stringify(cell))
  const attachments = { 'a.png': { 'image/png': 'AAAA' } }
  assert.match(
    listWarnings([{ cell_type: 'markdown', source: 'a', attachments }]).join(),
    /^Pictures/,
  )
  assert.deepEqual(listWarnings([withOutputs([{ output_type: 'stream', text: ['a', 'b'] }])]), [])
})
