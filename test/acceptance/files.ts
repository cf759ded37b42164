// acceptance: quick, together
import { createFolderFiles } from '#storage/folder-files.ts'
import { createSigner } from '#storage/signer.ts'
import { createSignedFiles, type FileLink } from '#storage/signed-files.ts'
import { testDatabase } from '#test/database.ts'
import { stopTime } from '#test/fixtures/database-time.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { startEdge } from '#test/fixtures/edge.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Signed file links: every one-character change, every exchange of parts, and the same links a day later are refused. */
const linksMax = 50
using folder = mkdtempDisposableSync(join(tmpdir(), 'weir-check-files-'))
await using database = await testDatabase()
const { teamId } = await addTeam(database)
const time = await stopTime(database)
const files = createSignedFiles({
  database,
  store: createFolderFiles(folder.path),
  signer: createSigner(() => Buffer.from('the key of this check'), 'file links'),
})
await using edge = startEdge({ readFile: (link: FileLink) => files.read(link) })

const links: string[] = []
for (let index = 0; index < linksMax; index += 1) {
  const bytes = new Uint8Array([index])
  links.push(await files.keep({ teamId, bytes, contentType: 'image/png' }))
}

const readStatus = async (url: string) => (await edge.app.inject({ url })).statusCode
const served = async (urls: readonly string[]) => {
  let count = 0
  for (const url of urls) if ((await readStatus(url)) === 200) count += 1
  return count
}

/** Replaces each character of a link by another valid one. */
function* makeChanges(link: string): Generator<string> {
  const from = '/files/'.length
  for (let at = from; at < link.length; at += 1) {
    const character = link[at] === '0' ? '1' : '0'
    yield link.slice(0, at) + character + link.slice(at + 1)
  }
}

function swapped(link: string, index: number): string {
  const other = links[(index + 1) % links.length] ?? ''
  return link.split('?')[0] + '?' + (other.split('?')[1] ?? '')
}

const changed = [...links.flatMap((link) => [...makeChanges(link)]), ...links.map(swapped)]
const control = await served(links)
const wrong = await served(changed)
await time.pass(86_400_000)
const late = await served(links)
report(
  'files',
  wrong === 0 && late === 0 && control === links.length,
  `${wrong} of ${changed.length} changed links served, ${late} of ${links.length} after a day; control ${control} of ${links.length} as they are`,
)
