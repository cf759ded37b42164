/** A data collection rule of Azure Monitor, which feeds Microsoft Sentinel. */
export interface AzureDestination {
  readonly type: 'azure_sentinel'
  readonly tenantId: string
  readonly clientId: string
  readonly clientSecret: string
  readonly dceUrl: string
  readonly dcrImmutableId: string
  readonly streamName: string
}

/** Any receiver of JSON lines over HTTPS. */
export interface HttpDestination {
  readonly type: 'http'
  readonly url: string
  /** Signs the requests; the webhook secrets of the team when absent. */
  readonly secret?: string | undefined
}

/** Where events of a team are sent. */
export type SiemDestination = AzureDestination | HttpDestination
