/** The engine below the PDF library, which tells the types of only some of its functions. */
export interface Engine {
  readonly wasmExports: { malloc(bytes: number): number; free(pointer: number): void }
  readonly HEAPU8: Uint8Array
}

/** Calls a function of the engine by its name. */
export function call(engine: Engine, name: string, parts: readonly number[]): number {
  const called: unknown = Reflect.get(engine, `_${name}`)
  if (typeof called !== 'function') throw new TypeError(`The engine has no ${name}.`)
  return Number(Reflect.apply(called, engine, parts))
}

/** Memory of the engine for as long as the work takes. */
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
