// acceptance: quick
/** Address ranges that the operator allows are reachable; neighbouring addresses, metadata and the service itself never are. */
import { createClient, type Client } from '#net/client.ts'
import { createGuard, type GuardOptions } from '#net/guard.ts'
import { createOwnAddresses } from '#net/own-addresses.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { secret, startCanary } from '#test/fixtures/canary.ts'
import { getText } from '#test/fixtures/client.ts'
import { startDns } from '#test/fixtures/dns-server.ts'
import { enterNamespace } from '#test/fixtures/namespace.ts'

enterNamespace()
await using lab = new AsyncDisposableStack()
lab.use(await startDns())
lab.use(await startCanary())

async function isReached(client: Client, host: string): Promise<boolean> {
  const text = await getText(client, `http://${host}/`).catch(() => '')
  return text.includes(secret)
}

const metadata = [
  '169.254.169.254',
  '169.254.170.2',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '[fd00:ec2::254]',
  '[fd20:ce::254]',
  '[fd00:42::42]',
  '[fd00:c1::a9fe:a9fe]',
  '[fd00:a9fe:a9fe::1]',
  '[::ffff:169.254.169.254]',
  '[64:ff9b::a9fe:a9fe]',
  '[2002:a9fe:a9fe::1]',
  'priv-meta.test',
  '0.0.0.0',
  '[::]',
]
/** Address of a network interface of this machine; the others are routed to the loopback interface. */
const ownInterface = '10.8.0.1'
const elsewhere = ['10.0.0.5', '10.0.1.5', '172.16.0.5', '192.168.1.1', '127.0.0.1', '[fc00::1]']
const everyPrivate = [...elsewhere, ownInterface]
const everything = { allowedCidrs: ['0.0.0.0/0', '::/0'], allowedHosts: [ownInterface] }
const own = createOwnAddresses()

/** The allowed ranges, and the hosts that must then respond; every other host of the two lists must not. */
const cases: readonly { options: GuardOptions; open: readonly string[] }[] = [
  { options: {}, open: [] },
  { options: { allowedCidrs: ['10.0.0.0/24'] }, open: ['10.0.0.5'] },
  {
    options: { allowedCidrs: ['10.0.0.0/8', 'fc00::/8'] },
    open: ['10.0.0.5', '10.0.1.5', '[fc00::1]', ownInterface],
  },
  { options: { allowedCidrs: ['192.168.1.1'] }, open: ['192.168.1.1'] },
  { options: everything, open: everyPrivate },
  { options: { ...everything, isOwnAddress: own.isOwn }, open: elsewhere },
  { options: { allowedHosts: ['10.0.0.5', 'priv-meta.test'] }, open: ['10.0.0.5'] },
  {
    options: {
      allowedCidrs: ['127.0.0.0/8', '10.0.0.0/24'],
      isOwnAddress: (address) => address === '127.0.0.1',
    },
    open: ['10.0.0.5'],
  },
]

let wrong = 0
let opened = 0
let checks = 0
for (const { options, open } of cases) {
  await using client = createClient({ guard: createGuard(options), dialTimeoutMs: 1_500 })
  for (const host of [...everyPrivate, ...metadata]) {
    const reached = await isReached(client, host)
    checks++
    if (reached) opened++
    if (reached !== open.includes(host)) {
      wrong++
      process.stderr.write(`${host} with ${JSON.stringify(options)}\n`)
    }
  }
}

const passed = wrong === 0 && opened > 0
report(
  'ssrf-opening',
  passed,
  `${wrong} wrong of ${checks}; metadata and own addresses never; control ${opened} opened hosts answered`,
)
