import assert from 'node:assert/strict'
import { chmod, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '#config.ts'
import { missingForBoxes } from '#interact/box/probe.ts'
import { checkMediaPrograms } from './media-programs.ts'

const check = async (ffmpeg: string, ytDlp: string) =>
  checkMediaPrograms(readConfig({ WEIR_FFMPEG_PATH: ffmpeg, WEIR_YT_DLP_PATH: ytDlp }))

test('the doctor names the programs for audio and video, or how to get them', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-doctor-'))
  // The user of the boxes starts them.
  await chmod(folder.path, 0o755)
  const write = async (name: string, line: string) => {
    const path = join(folder.path, name)
    await writeFile(path, `#!${process.execPath}\nconsole.log(${JSON.stringify(line)})\n`)
    await chmod(path, 0o755)
    return path
  }

  const absent = await check('off', 'off')
  assert.deepEqual(
    absent.map(({ subject, state }) => [subject, state]),
    [
      ['ffmpeg', 'note'],
      ['yt-dlp', 'note'],
    ],
  )
  assert.match(absent[0]?.mend ?? '', /WEIR_FFMPEG_PATH/)
  const present = await check(
    await write('ffmpeg', 'ffmpeg version n7.1-custom Copyright'),
    await write('yt-dlp', '2026.10.26'),
  )
  const hasBoxes = (await missingForBoxes()) === undefined
  const expected = hasBoxes ? 'ok' : 'note'
  assert.deepEqual(
    present.map(({ state }) => state),
    [expected, expected],
  )
  const how = hasBoxes ? 'in a box' : 'not used'
  assert.match(present[0]?.text ?? '', new RegExp(`version n7.1.*${how}`))
  assert.match(present[1]?.text ?? '', new RegExp(`2026.10.26.*${how}`))
  await chmod(folder.path, 0o700)
  const unreadable = await check(await write('ffmpeg', 'ffmpeg version 7.1'), 'off')
  if (process.getuid?.() === 0) assert.match(unreadable[0]?.text ?? '', /not used, because/)
  const [old] = await check(await write('ffmpeg', 'ffmpeg version 4.4.2-0 Copyright'), 'off')
  assert.equal(old?.state, 'missing')
  const [nowhere] = await check('/nowhere/ffmpeg', 'off')
  assert.match(nowhere?.text ?? '', /WEIR_FFMPEG_PATH names no program/)
})
