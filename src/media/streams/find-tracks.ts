import type { Attempt } from '#media/attempt.ts'
import type { FetchPart } from '#media/fetch-part.ts'
import { findProblem } from '#media/manifest.ts'
import { denied } from '#media/media-failure.ts'
import { readDash } from './dash.ts'
import { chooseLists, readHls } from './hls.ts'
import { StreamRefusedError, type Track } from './track.ts'

export interface Stream {
  readonly url: string
  readonly form: 'hls' | 'dash'
}

const manifestBytesMax = 4 * 1024 * 1024

/** Reads the manifests of a stream: its best picture and sound. Fails for live and for protected streams. */
export async function findTracks(
  stream: Stream,
  fetchPart: Pick<FetchPart, 'get'>,
  attempt: Attempt,
): Promise<readonly Track[]> {
  const { kind } = attempt.wanted
  const manifest = await readManifest(stream, fetchPart, attempt)
  if (stream.form === 'dash') return readDash(manifest.text, manifest.url, kind)
  const list = readHls(manifest.text, manifest.url)
  if (list.form === 'parts') return [list.parts]
  const tracks: Track[] = []
  for (const url of chooseLists(list, kind)) {
    const chosen = await readManifest({ url, form: 'hls' }, fetchPart, attempt)
    const inner = readHls(chosen.text, chosen.url)
    if (inner.form !== 'parts') throw new StreamRefusedError(problems['no manifest'])
    tracks.push(inner.parts)
  }
  return tracks
}

/** The text of a manifest, and its URL after redirects. */
async function readManifest(
  { url, form }: Stream,
  { get }: Pick<FetchPart, 'get'>,
  attempt: Attempt,
) {
  const answer = await get(url, manifestBytesMax, attempt)
  const text = new TextDecoder().decode(answer.body)
  const problem = findProblem(form, text)
  if (problem === 'protected')
    throw denied(`The ${attempt.wanted.kind} of this page is protected (DRM).`)
  if (problem !== undefined) throw new StreamRefusedError(problems[problem])
  return { text, url: answer.url }
}

const problems = {
  live: 'The stream of this page is live, so that it has no end.',
  'no manifest': 'The stream of this page has no manifest that can be read.',
}
