// Runs inside a box: listens on loopback there, hands the listening socket to the service, and ends when the service has it.
// From then on the service accepts the connections.
import { createServer } from 'node:net'

const server = createServer()
server.listen(Number(process.argv[2]), '127.0.0.1', () => process.send('listening', server))
process.once('message', () => process.exit(0))
