import type { EndpointGroup, Plan, RateBucket, ZeroDataRetention } from '#kernel/account.ts'

/** Accounts and ledger, as the commands use them. Unknown ids and names fail with `NOT_FOUND`. */
export interface Accounts extends AsyncDisposable {
  readonly teams: {
    /** The default plan is `self-hosted`. */
    create(team: { readonly name: string } & TeamChanges): Promise<Team>
    list(): Promise<Team[]>
    set(id: string, changes: TeamChanges): Promise<Team>
  }
  readonly keys: {
    /** The key is returned only here; it is stored as a hash. */
    create(key: NewKey): Promise<{ readonly id: string; readonly key: string }>
    list(teamId: string): Promise<KeyRow[]>
    revoke(id: string): Promise<void>
  }
  readonly plans: {
    list(): Promise<Plan[]>
    set(name: string, changes: PlanChanges): Promise<Plan>
  }
  readonly credits: {
    grant(teamId: string, amount: number, note: string): Promise<void>
    balance(teamId: string): Promise<number>
  }
  readonly webhookSecrets: {
    read(teamId: string): Promise<string | undefined>
    rotate(teamId: string): Promise<string | undefined>
  }
  readonly pageIndex: {
    /** Removes pages from the search index of a team: those of a host and its subdomains, or all. */
    forget(teamId: string, host: string | undefined): Promise<void>
  }
  readonly slots: { usage(teamId: string): Promise<{ active: number; waiting: number }> }
}

export interface Team {
  readonly id: string
  readonly name: string
  readonly plan: string
  readonly zeroDataRetention: ZeroDataRetention
  readonly allowedAddresses: readonly string[]
  readonly createdAt: Date
}

interface TeamChanges {
  readonly plan?: string | undefined
  readonly zeroDataRetention?: ZeroDataRetention | undefined
  readonly allowedAddresses?: readonly string[] | undefined
}

interface NewKey {
  readonly teamId: string
  readonly name: string
  readonly allowedEndpoints: readonly EndpointGroup[]
  readonly allowedFormats: readonly string[]
}

interface KeyRow {
  readonly id: string
  readonly name: string
  readonly allowedEndpoints: readonly string[]
  readonly allowedFormats: readonly string[]
  readonly createdAt: Date
  readonly revokedAt: Date | null
}

interface PlanChanges {
  readonly concurrencyMax?: number | undefined
  readonly queuedJobsMax?: number | undefined
  readonly creditsPerPeriod?: number | undefined
  readonly requestsPerMinute: Readonly<Partial<Record<RateBucket, number>>>
}
