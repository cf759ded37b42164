import type { Config } from '#config.ts'

/** Explains why the service cannot listen, and names the setting to change. */
export function explainListen(error: unknown, config: Config): unknown {
  const { host, port } = config.http
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const sentences: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} of ${host} is in use by another program. Stop that program, or set WEIR_PORT (--port) to another port.`,
    EACCES: `This user may not listen on port ${port}. Set WEIR_PORT (--port) to 1024 or more.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Set WEIR_HOST (--host) to one it has, or to 0.0.0.0 for all.`,
    ENOTFOUND: `The name ${host} does not resolve. Set WEIR_HOST (--host) to an address of this machine.`,
  }
  const sentence = sentences[code]
  return sentence === undefined ? error : new Error(sentence, { cause: error })
}
