import { readErrorCode } from '#base/error-code.ts'
/** Where a server should listen, and the settings that say so. */
export interface ListenPlace {
  readonly host: string
  readonly port: number
  /** For example `WEIR_HOST (--host)`. */
  readonly hostSetting: string
  readonly portSetting: string
}

/** Explains why a server cannot listen, and names the setting to change. */
export function explainListen(error: unknown, place: ListenPlace): unknown {
  const { host, port, hostSetting, portSetting } = place
  const code = readErrorCode(error) ?? ''
  const sentences: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} of ${host} is in use by another program. Stop that program, or set ${portSetting} to another port.`,
    EACCES: `This user may not listen on port ${port}. Set ${portSetting} to 1024 or more.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Set ${hostSetting} to one it has, or to 0.0.0.0 for all.`,
    ENOTFOUND: `The name ${host} does not resolve. Set ${hostSetting} to an address of this machine.`,
  }
  const sentence = sentences[code]
  return sentence === undefined ? error : new Error(sentence, { cause: error })
}
