import { call, withMemory, type Engine } from './engine.ts'
import { startEngine } from './pdfium.ts'

const bytesMax = 256 * 1024 * 1024
const removeSecurity = 3
const version = 1
/** The place of the function that is none. */
const unused = 0
/** A module that imports a function of three numbers as `e.f` and exports it, because PDFium calls only functions of modules. */
const wrapper = Uint8Array.from([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 8, 1, 0x60, 3, 0x7f, 0x7f, 0x7f, 1, 0x7f, 2, 7, 1, 1, 0x65, 1,
  0x66, 0, 0, 7, 5, 1, 1, 0x66, 0, 0,
])

/**
 * A file as PDFium writes it, without protection: PDFium reads some files that the other library refuses. Undefined when it cannot read it
 * without a password.
 */
export async function rewritePdf(file: Uint8Array): Promise<Buffer | undefined> {
  const library = await startEngine()
  try {
    const document = await library.loadDocument(file)
    // Both members are private only in the types.
    const written = writeCopy(document['module'], document['documentIdx'])
    document.destroy()
    return written
  } catch {
    return undefined
  } finally {
    library.destroy()
  }
}

function writeCopy(engine: Engine, document: number): Buffer | undefined {
  const parts: Buffer[] = []
  let bytes = 0
  const write = (_self: number, from: number, length: number): number => {
    bytes += length
    if (bytes > bytesMax) return 0
    parts.push(Buffer.from(engine.HEAPU8.slice(from, from + length)))
    return 1
  }
  const table: unknown = Reflect.get(engine.wasmExports, '__indirect_function_table')
  if (!(table instanceof WebAssembly.Table)) throw new TypeError('The engine has no table.')
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wrapper), { e: { f: write } })
  table.set(unused, Reflect.get(exports, 'f'))
  // A version, and the function that writes.
  const isWritten = withMemory(engine, 8, (pointer) => {
    new DataView(engine.HEAPU8.buffer).setUint32(pointer, version, true)
    new DataView(engine.HEAPU8.buffer).setUint32(pointer + 4, unused, true)
    return call(engine, 'FPDF_SaveAsCopy', [document, pointer, removeSecurity]) === 1
  })
  return isWritten ? Buffer.concat(parts) : undefined
}
