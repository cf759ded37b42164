const [compressed, plain] = [0x75465a4c, 0x414c454d]
const windowBytes = 4096
const lengthMax = 16 * 1024 * 1024
/** What the window begins with (MS-OXRTFCP 2.1.3.1.5). */
const prefix =
  String.raw`{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0` +
  '\r\n' +
  String.raw`\par \pard\plain\f0\fs20\b\i\u\tab\tx`

/** Unpacks an RTF body of a message of Outlook. Undefined for a damaged one. */
export function unpackRtf(packed: Uint8Array): Buffer | undefined {
  const file = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
  if (file.length < 16) return undefined
  const [rawLength, kind] = [file.readUInt32LE(4), file.readUInt32LE(8)]
  if (kind === plain) return file.subarray(16, 16 + rawLength)
  if (kind !== compressed || rawLength > lengthMax) return undefined
  const window = Buffer.alloc(windowBytes)
  window.write(prefix, 'latin1')
  const out: number[] = []
  let [write, at] = [prefix.length, 16]
  const add = (byte: number) => {
    out.push(byte)
    window[write] = byte
    write = (write + 1) % windowBytes
  }
  while (at < file.length && out.length < rawLength) {
    const control = file[at++] ?? 0
    for (let bit = 0; bit < 8 && at < file.length && out.length < rawLength; bit++) {
      if ((control & (1 << bit)) === 0) {
        add(file[at++] ?? 0)
        continue
      }
      const token = ((file[at] ?? 0) << 8) | (file[at + 1] ?? 0)
      at += 2
      const from = token >> 4
      if (from === write) return Buffer.from(out)
      for (let step = 0; step < (token & 15) + 2; step++)
        add(window[(from + step) % windowBytes] ?? 0)
    }
  }
  return Buffer.from(out).subarray(0, rawLength)
}
