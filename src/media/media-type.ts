import { open } from 'node:fs/promises'

/** What a file holds, by its first bytes. */
export interface MediaType {
  readonly contentType: 'audio/mpeg' | 'video/mp4' | 'video/webm' | 'other'
  /** Its demuxer in ffmpeg: no other is tried, so that no file can make ffmpeg open further ones. */
  readonly demuxer: string
}

const startBytes = 512

const matroska = '\x1A\x45\xDF\xA3'
const isMp4 = (start: string) => start.slice(4, 8) === 'ftyp'

const types: readonly (readonly [(start: string) => boolean, MediaType])[] = [
  [
    (start) => isMp4(start) && /^(M4A|M4B|qt)/.test(start.slice(8)),
    { contentType: 'other', demuxer: 'mov' },
  ],
  [isMp4, { contentType: 'video/mp4', demuxer: 'mov' }],
  [
    (start) => start.startsWith(matroska) && start.slice(0, 64).includes('webm'),
    { contentType: 'video/webm', demuxer: 'matroska' },
  ],
  [(start) => start.startsWith(matroska), { contentType: 'other', demuxer: 'matroska' }],
  [
    (start) => /^(ID3|\xFF[\xF2\xF3\xFA\xFB])/.test(start),
    { contentType: 'audio/mpeg', demuxer: 'mp3' },
  ],
  [(start) => /^\xFF[\xF0\xF1\xF8\xF9]/.test(start), { contentType: 'other', demuxer: 'aac' }],
  [(start) => start.startsWith('OggS'), { contentType: 'other', demuxer: 'ogg' }],
  [(start) => start.startsWith('fLaC'), { contentType: 'other', demuxer: 'flac' }],
  [(start) => /^RIFF.{4}WAVE/s.test(start), { contentType: 'other', demuxer: 'wav' }],
  [(start) => /^RIFF.{4}AVI /s.test(start), { contentType: 'other', demuxer: 'avi' }],
  [(start) => start[0] === 'G' && start[188] === 'G', { contentType: 'other', demuxer: 'mpegts' }],
]

/** The type of a file; undefined when it is no audio or video that can be read. */
export async function detectMediaType(path: string): Promise<MediaType | undefined> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(startBytes), 0, startBytes, 0)
  const start = buffer.toString('latin1', 0, bytesRead)
  return types.find(([matches]) => matches(start))?.[1]
}
