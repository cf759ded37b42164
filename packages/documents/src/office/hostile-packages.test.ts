import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { contentRequest } from '#fixtures/content-request.ts'
import { writeZip } from '#fixtures/write-zip.ts'
import { readDocument } from '#documents/read-document.ts'

const tools = { ocr: { program: undefined, languages: 'eng' }, onProgress: () => {} }
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A text document with this in front of its root, and these texts in it. */
function textDocument(texts: readonly string[], prologue = '', parts: Record<string, string> = {}) {
  const paragraphs = texts.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('')
  return writeZip({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<?xml version="1.0"?>${prologue}<w:document xmlns:w="${word}"><w:body>${paragraphs}</w:body></w:document>`,
    ...parts,
  })
}

/** All that is made of it, as text; what cannot be read gives its reason. */
async function read(body: Uint8Array): Promise<string> {
  const formats = [{ type: 'markdown' }, { type: 'html' }, { type: 'links' }] as const
  const request = contentRequest(body, { fileName: 'a.docx', contentType: undefined, formats })
  return readDocument(request, tools).then(JSON.stringify, String)
}

test('a generated document is read', async () => {
  assert.match(await read(textDocument(['A paragraph of its own.'])), /A paragraph of its own/)
})

test('entities of office files are not resolved', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-entity-'))
  const file = join(folder, 'secret.txt')
  writeFileSync(file, 'what only this machine knows')
  let requests = 0
  await using canary = createServer((_request, response) => {
    requests += 1
    response.end()
  }).listen(0, '127.0.0.1')
  await once(canary, 'listening')
  const { port } = canary.address() as AddressInfo
  for (const address of [pathToFileURL(file).href, `http://127.0.0.1:${port}/entity`]) {
    const entity = `<!DOCTYPE x [<!ENTITY e SYSTEM "${address}">]>`
    const parameter = `<!DOCTYPE x [<!ENTITY % p SYSTEM "${address}">%p;]>`
    for (const prologue of [entity, parameter, `<!DOCTYPE x SYSTEM "${address}">`]) {
      const text = await read(textDocument(['Before', '&e;', 'After'], prologue))
      assert.doesNotMatch(text, /what only this machine knows/, prologue)
    }
  }
  rmSync(folder, { recursive: true })
  assert.equal(requests, 0)
})

test('no part of a package is written to the path in its name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-slip-'))
  const names = [
    `../../../../../../../..${folder}/a`,
    `word/../../../../../../..${folder}/b`,
    `${folder}/c`,
    `..\\..\\..${folder}\\d`,
  ]
  const parts = Object.fromEntries(names.map((name) => [name, 'slipped']))
  assert.match(await read(textDocument(['A paragraph of its own.'], '', parts)), /paragraph/)
  for (const name of ['a', 'b', 'c', 'd']) assert.equal(existsSync(join(folder, name)), false, name)
  rmSync(folder, { recursive: true })
})
