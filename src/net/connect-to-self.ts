import { connect, type AddressInfo, type Socket } from 'node:net'

const loopbackOf: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Opens a connection to an address that this process listens on. */
export const connectToSelf = ({ address, port }: AddressInfo): Socket =>
  connect({ host: loopbackOf[address] ?? address, port })
