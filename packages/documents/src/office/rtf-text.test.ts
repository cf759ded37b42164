import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractDocument } from '#documents/index.ts'
import { withTextStates } from './rtf-text.ts'

const shown = (text: string) =>
  Buffer.from(withTextStates(Buffer.from(`{\\rtf1 ${text}}`, 'latin1'))).toString('latin1')
for (const [text, kept] of [
  [String.raw`a{\v b}c`, String.raw`a{\v }c`],
  [String.raw`a\v b\par\'e9\u233?\{\v0 c`, String.raw`a\v \par\v0 c`],
  [String.raw`a\v1{\b b}\plain c`, String.raw`a\v1{\b }\plain c`],
  [String.raw`{\v b{\*\xe c}}d`, String.raw`{\v {\*\xe }}d`],
  [String.raw`\viewkind4 a\v0 b\'e9`, String.raw`\viewkind4 a\v0 b\'e9`],
  [
    String.raw`10{\super 5} H\sub 2\nosupersub O 1{\super st}`,
    String.raw`10{\super {\uc1 \u8309?}} H\sub {\uc1 \u8322?}\nosupersub O 1{\super st}`,
  ],
  [String.raw`a{\deleted b}\deleted c\deleted0 d`, String.raw`a{\deleted }\deleted \deleted0 d`],
  ['{\\v a\\bin3 }}}}b', '{\\v \\bin3 }}}}b'],
] as const)
  test(`hidden text of RTF is left out of ${text}`, () => {
    assert.equal(shown(text), `{\\rtf1 ${kept}}`)
  })

const bullet = (text: string) =>
  String.raw`{\pntext\'b7\tab}{\*\pn\pnlvlblt{\pntxtb\'b7}}${text}\par `

test('hidden text and bullets of RTF are not in the Markdown', async () => {
  const file = String.raw`{\rtf1\ansi\ansicpg1252 Shown{\v , not shown}.\par ${bullet('First')}${bullet('Second')}}`
  const { markdown } = await extractDocument(Buffer.from(file), { formats: ['markdown'] })
  assert.equal(markdown, 'Shown.\n\n- First\n- Second')
})

test('other files stay as they are', () => {
  const body = Buffer.from(String.raw`name,\v x`)
  assert.equal(withTextStates(body), body)
})
