/** Pictures of one page that are encoded together. */
export interface RawSegment {
  /** Milliseconds since the recording began. */
  readonly startMs: number
  readonly endMs: number
  /** Of the video. */
  readonly width: number
  readonly height: number
  /** At least one; the first is taken at the start. */
  readonly frames: readonly TimedFrame[]
}

export interface TimedFrame {
  readonly jpeg: Buffer
  readonly atMs: number
}

/** A picture of the page, with the size of its viewport. */
interface Shot extends TimedFrame {
  readonly width: number
  readonly height: number
}

/** Cuts the pictures of one page into segments without gaps. */
export interface Cutter {
  take(shot: Shot): void
  /** Ends the last segment. */
  end(atMs: number): void
}

/** A segment ends with the next picture after this time. */
const segmentMs = 6_000
/** A page that does not change gets a new segment after this time, with its last picture. No segment is longer. */
export const segmentMsMax = 30_000
const segmentFramesMax = 200
const segmentBytesMax = 8 * 1_024 ** 2

interface Open extends Omit<RawSegment, 'endMs' | 'frames'> {
  readonly frames: TimedFrame[]
  bytes: number
  /** Ends the segment of a page that does not change. */
  readonly timer: NodeJS.Timeout
}

export function createCutter(onSegment: (segment: RawSegment) => void): Cutter {
  let open: Open | undefined

  function begin({ jpeg, atMs, width, height }: Shot): void {
    const timer = setTimeout(() => {
      const last = open?.frames.at(-1)
      end(atMs + segmentMsMax)
      if (last) begin({ jpeg: last.jpeg, atMs: atMs + segmentMsMax, width, height })
    }, segmentMsMax).unref()
    open = { startMs: atMs, ...videoSize(width, height), frames: [{ jpeg, atMs }], bytes: 0, timer }
  }

  function end(atMs: number): void {
    if (!open) return
    const { timer, startMs, width, height, frames } = open
    open = undefined
    clearTimeout(timer)
    const endMs = Math.min(atMs, startMs + segmentMsMax)
    if (endMs > startMs) onSegment({ startMs, endMs, width, height, frames })
  }

  return {
    end,
    take(shot) {
      const { jpeg, atMs } = shot
      if (open && atMs <= (open.frames.at(-1)?.atMs ?? 0)) return
      if (open && isFull(open, shot)) end(atMs)
      if (!open) return begin(shot)
      open.frames.push({ jpeg, atMs })
      open.bytes += jpeg.length
    },
  }
}

const isFull = ({ startMs, frames, bytes }: Open, { atMs, jpeg }: TimedFrame) =>
  atMs - startMs >= segmentMs ||
  frames.length >= segmentFramesMax ||
  bytes + jpeg.length > segmentBytesMax

const largest = { width: 1_280, height: 720 }

/** The size of the viewport, scaled down to the largest captured size; video has even numbers. */
function videoSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, largest.width / width, largest.height / height)
  const even = (value: number) => Math.max(2, Math.floor((value * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}
