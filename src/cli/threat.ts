import { InvalidArgumentError, Option, type Command } from 'commander'
import type { Accounts } from '#compose-operator.ts'
import { wordList } from './arguments.ts'
import { createAccountWork } from './command-work.ts'
import { teamNamed, type ThreatPolicy, type ThreatSettings } from './open-accounts.ts'
import { table } from './table.ts'
import type { Terminal } from './terminal.ts'

interface Changes {
  readonly access?: ThreatSettings['access']
  readonly mode?: ThreatPolicy['mode']
  readonly threshold?: number
  readonly blacklist?: readonly string[]
  readonly whitelist?: readonly string[]
  readonly blockedTlds?: readonly string[]
  readonly failurePolicy?: ThreatPolicy['failurePolicy']
  readonly overrides?: 'allowed' | 'refused'
}

/** `weir threat show | set`. */
export function declareThreat(threat: Command, terminal: Terminal): void {
  const doWork = createAccountWork(terminal)
  const show = (shown: Shown) => terminal.out(table([shown], columns))
  doWork(
    threat
      .command('show')
      .description('Show the policy of a team.')
      .argument('[team]', 'name or id; may be left out when there is only one'),
    async (accounts, name: string | undefined) =>
      readShown(accounts, (await teamNamed(accounts, name)).id),
    show,
  )
  doWork(
    threat
      .command('set')
      .description('Change the policy of a team; what is not given stays as it is.')
      .argument('<team>', 'name or id')
      .addOption(choice('--access <rule>', 'whether the team may use it', accesses))
      .addOption(choice('--mode <mode>', 'what decides', modes))
      .addOption(new Option('--threshold <score>', 'score that blocks, 0 to 100').argParser(score))
      .addOption(domains('--blacklist <list>', 'domains that are blocked'))
      .addOption(domains('--whitelist <list>', 'domains that are always allowed'))
      .addOption(domains('--blocked-tlds <list>', 'top-level domains that are blocked'))
      .addOption(choice('--failure-policy <rule>', 'when a classifier fails', ['closed', 'open']))
      .addOption(choice('--overrides <rule>', 'options of requests', ['allowed', 'refused'])),
    change,
    show,
  )
}

type Shown = Awaited<ReturnType<typeof readShown>>

async function readShown({ threatSettings }: Accounts, id: string) {
  const { access, policy, updatedAt } = await threatSettings.read(id)
  return { access, ...policy, updatedAt }
}

const accesses = ['off', 'allowed', 'enforced']
const modes = ['off', 'manual-only', 'normal']

const choice = (flags: string, meaning: string, values: readonly string[]) =>
  new Option(flags, meaning).choices(values)

/** An empty list is written as `none`. */
const domains = (flags: string, meaning: string) =>
  new Option(flags, `${meaning}, separated by commas; none for no entries`).argParser((text) =>
    text === 'none' ? [] : wordList(text),
  )

function score(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 0 && value <= 100) return value
  throw new InvalidArgumentError('Give a whole number from 0 to 100.')
}

async function change(accounts: Accounts, name: string, changes: Changes): Promise<Shown> {
  const { access, mode, threshold, blacklist, whitelist, blockedTlds } = changes
  const { failurePolicy, overrides } = changes
  const { id } = await teamNamed(accounts, name)
  if (access) await accounts.threatSettings.setAccess(id, access)
  const { policy } = await accounts.threatSettings.read(id)
  const given = Object.entries({
    mode,
    riskScoreThreshold: threshold,
    blacklist,
    whitelist,
    blockedTlds,
    failurePolicy,
    allowRequestOverrides: overrides && overrides === 'allowed',
  }).filter(([, value]) => value !== undefined)
  if (given.length > 0) {
    const changed = accounts.readThreatPolicy({ ...policy, ...Object.fromEntries(given) })
    await accounts.threatSettings.write(id, { policy: changed, by: 'Operator' })
  }
  return readShown(accounts, id)
}

const listed = (entries: readonly string[]) => entries.join(', ') || 'none'

const columns = {
  access: ({ access }: Shown) => access,
  mode: ({ mode }: Shown) => mode,
  threshold: ({ riskScoreThreshold }: Shown) => riskScoreThreshold,
  blacklist: ({ blacklist }: Shown) => listed(blacklist),
  whitelist: ({ whitelist }: Shown) => listed(whitelist),
  'blocked TLDs': ({ blockedTlds }: Shown) => listed(blockedTlds),
  'when a classifier fails': ({ failurePolicy }: Shown) => failurePolicy,
  'options of requests': (shown: Shown) => (shown.allowRequestOverrides ? 'allowed' : 'refused'),
}
