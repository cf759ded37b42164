import { call, withMemory, type Engine } from '#documents/pdf/engine.ts'
import type { Lose } from '#documents/losses.ts'

const packetsMax = 100
const bytesMax = 16 * 1024 * 1024

/** The XML of the template and the data of a form; a form that is one stream has a packet without a name. */
export function readPackets(engine: Engine, document: number, lose: Lose): string {
  const count = Math.min(packetsMax, call(engine, 'FPDF_GetXFAPacketCount', [document]))
  let xml = ''
  for (let at = 0; at < count; at++) {
    const name = readBytes(engine, (memory, bytes) =>
      call(engine, 'FPDF_GetXFAPacketName', [document, at, memory, bytes]),
    ).toString('latin1')
    if (!['', 'template', 'datasets'].includes(name.replaceAll('\0', ''))) continue
    const content = readPacket(engine, document, at)
    if (xml.length + content.length > bytesMax)
      lose('The form was left out, because it is too large')
    else xml += content.toString('utf8')
  }
  return xml
}

function readBytes(engine: Engine, read: (memory: number, bytes: number) => number): Buffer {
  const bytes = read(0, 0)
  return withMemory(engine, bytes + 1, (memory) => {
    read(memory, bytes)
    return Buffer.from(engine.HEAPU8.subarray(memory, memory + bytes))
  })
}

/** The function writes the length beside the content. */
function readPacket(engine: Engine, document: number, at: number): Buffer {
  return withMemory(engine, 4, (length) =>
    readBytes(engine, (memory, bytes) => {
      const isRead = call(engine, 'FPDF_GetXFAPacketContent', [document, at, memory, bytes, length])
      return isRead ? new DataView(engine.HEAPU8.buffer).getUint32(length, true) : 0
    }),
  )
}
