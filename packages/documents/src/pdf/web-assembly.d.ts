/** The part of WebAssembly that is used; the types of Node.js have no values of it. */
declare namespace WebAssembly {
  type Imports = object

  interface Module extends object {}

  interface Instance {
    readonly exports: object
  }

  const Module: new (bytes: Uint8Array) => Module

  interface Table extends object {
    set(at: number, called: unknown): void
  }

  const Table: new (descriptor: object) => Table

  const Instance: new (module: Module, imports: Imports) => Instance

  function compile(bytes: Uint8Array): Promise<Module>
}
