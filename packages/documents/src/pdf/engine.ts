/** The PDFium engine; the library types only some of its functions. */
export interface Engine {
  readonly wasmExports: { malloc(bytes: number): number; free(pointer: number): void }
  readonly HEAPU8: Uint8Array
}

/** Calls an exported function by name. Goes past the wrappers of the library, which format a message at each call. */
export function call(engine: Engine, name: string, parts: readonly number[]): number {
  const called: unknown = Reflect.get(engine.wasmExports, name)
  if (typeof called !== 'function') throw new TypeError(`The engine has no ${name}.`)
  return Number(Reflect.apply(called, undefined, parts))
}

/** Allocates engine memory and frees it after the work. */
export function withMemory<Result>(
  engine: Engine,
  bytes: number,
  work: (pointer: number) => Result,
): Result {
  const pointer = engine.wasmExports.malloc(bytes)
  try {
    return work(pointer)
  } finally {
    engine.wasmExports.free(pointer)
  }
}
