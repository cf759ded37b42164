/** Why a stream cannot be fetched; undefined when it can be tried. */
export type ManifestProblem = 'protected' | 'live' | 'no manifest'

/** Reads the manifest of a stream, as far as it decides whether the stream is fetched. */
export function findProblem(form: 'hls' | 'dash', text: string): ManifestProblem | undefined {
  return form === 'hls' ? problemOfHls(text) : problemOfDash(text)
}

function problemOfHls(text: string): ManifestProblem | undefined {
  if (!text.trimStart().startsWith('#EXTM3U')) return 'no manifest'
  const keys = text.split('\n').filter((line) => /^#EXT-X-(SESSION-)?KEY:/.test(line))
  if (keys.some(isProtected)) return 'protected'
  const isList = /^#EXT-X-STREAM-INF:/m.test(text)
  return isList || text.includes('#EXT-X-ENDLIST') ? undefined : 'live'
}

/** Whole segments encrypted with a key that anyone may fetch are no protection. */
const isProtected = (key: string) =>
  /METHOD=SAMPLE-AES/.test(key) ||
  (/KEYFORMAT="(?!identity")/.test(key) && !key.includes('METHOD=NONE'))

function problemOfDash(text: string): ManifestProblem | undefined {
  const start = /<(\w+:)?MPD[\s>]/.exec(text)
  if (!start) return 'no manifest'
  if (/<(\w+:)?ContentProtection[\s>]/.test(text)) return 'protected'
  const tag = text.slice(start.index, text.indexOf('>', start.index))
  return /\stype=["']dynamic["']/.test(tag) ? 'live' : undefined
}
