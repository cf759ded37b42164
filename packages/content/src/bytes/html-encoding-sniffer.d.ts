declare module 'html-encoding-sniffer' {
  interface Options {
    readonly xml?: boolean
    readonly transportLayerEncodingLabel?: string
    readonly defaultEncoding?: string
    readonly maxPrescanBytes?: number
  }
  export default function htmlEncodingSniffer(bytes: Uint8Array, options?: Options): string
}
