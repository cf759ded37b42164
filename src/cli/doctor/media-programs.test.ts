import assert from 'node:assert/strict'
import { chmod, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '#config.ts'
import { checkMediaPrograms } from './media-programs.ts'

const check = async (ffmpeg: string, ytDlp: string) =>
  checkMediaPrograms(readConfig({ WEIR_FFMPEG_PATH: ffmpeg, WEIR_YT_DLP_PATH: ytDlp }))

test('the doctor names the programs for audio and video, or how to get them', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-doctor-'))
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
  assert.deepEqual(
    present.map(({ state, text }) => [state, text.replace(/^.*, /, '')]),
    [
      ['ok', 'version n7.1'],
      ['ok', '2026.10.26'],
    ],
  )
  const [old] = await check(await write('ffmpeg', 'ffmpeg version 4.4.2-0 Copyright'), 'off')
  assert.equal(old?.state, 'missing')
  const [nowhere] = await check('/nowhere/ffmpeg', 'off')
  assert.match(nowhere?.text ?? '', /WEIR_FFMPEG_PATH names no program/)
})
