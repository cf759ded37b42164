import type { Command } from 'commander'
import type { Terminal } from './terminal.ts'

/** Adds arguments, options, subcommands and what they do to a command. */
type Declare = (command: Command, terminal: Terminal) => void

interface CommandRecord {
  readonly description: string
  /** Loads the file of the command. */
  readonly load: () => Promise<Declare>
}

/** All commands in the order of the help. The file of a command is loaded only when the command line names it. */
export const commands: Readonly<Record<string, CommandRecord>> = {
  serve: {
    description:
      'Start the service. Settings come from the environment; see docs/configuration.md.',
    load: async () => (await import('./serve.ts')).declareServe,
  },
  open: {
    description: 'Open the console of the running service, also to set it up.',
    load: async () => (await import('./open.ts')).declareOpen,
  },
  scrape: {
    description: 'Print one page, by default as Markdown. Needs no running service.',
    load: async () => (await import('./scrape.ts')).declareScrape,
  },
  parse: {
    description: 'Convert one file, by default to Markdown. Needs no running service.',
    load: async () => (await import('./parse.ts')).declareParse,
  },
  crawl: {
    description: 'Scrape the pages of a site. Needs no running service.',
    load: async () => (await import('./crawl.ts')).declareCrawl,
  },
  map: {
    description: 'Print the URLs of a site, one per line. Needs no running service.',
    load: async () => (await import('./map.ts')).declareMap,
  },
  search: {
    description:
      'Search the web. With --key or WEIR_KEY, a running service is asked, which also knows the pages that the team has read.',
    load: async () => (await import('./search.ts')).declareSearch,
  },
  agent: {
    description:
      'Let the agent find data. Needs a language model: that of the running service with --key or WEIR_KEY, else the one of WEIR_LLM_PROVIDER.',
    load: async () => (await import('./agent.ts')).declareAgent,
  },
  monitor: {
    description: 'Monitor pages for changes. Needs a running service.',
    load: async () => (await import('./monitor.ts')).declareMonitor,
  },
  interact: {
    description: 'Use a browser that stays open. Needs a running service.',
    load: async () => (await import('./interact.ts')).declareInteract,
  },
  mcp: {
    description:
      'Serve the tools to an MCP client over standard input: those of the running service with WEIR_URL or WEIR_KEY, else of one in this process.',
    load: async () => (await import('./mcp.ts')).declareMcp,
  },
  init: {
    description:
      'Add the MCP server of a service and the skill "weir" to the files of coding agents. Other content of the files stays.',
    load: async () => (await import('./init.ts')).declareInit,
  },
  keys: {
    description: 'Manage API keys.',
    load: async () => (await import('./keys.ts')).declareKeys,
  },
  teams: {
    description: 'Manage teams, which share keys, credits and limits.',
    load: async () => (await import('./teams.ts')).declareTeams,
  },
  siem: {
    description: 'Send one event per fetched URL to your SIEM. Needs a running service.',
    load: async () => (await import('./siem.ts')).declareSiem,
  },
  threat: {
    description: 'Manage threat protection: which URLs a team may reach.',
    load: async () => (await import('./threat.ts')).declareThreat,
  },
  people: {
    description: 'Manage people who use the console.',
    load: async () => (await import('./people.ts')).declarePeople,
  },
  plans: {
    description: 'Manage plans: limits and credits of teams.',
    load: async () => (await import('./plans.ts')).declarePlans,
  },
  credits: {
    description: 'Manage the credits of teams.',
    load: async () => (await import('./credits.ts')).declareCredits,
  },
  secrets: {
    description: 'Change the secret of the service, WEIR_SECRET.',
    load: async () => (await import('./secrets.ts')).declareSecrets,
  },
  backup: {
    description:
      'Copy the data folder while the service runs; start Weir on the copy to restore it.',
    load: async () => (await import('./backup.ts')).declareBackup,
  },
  doctor: {
    description: 'Check the installation and say how to correct problems.',
    load: async () => (await import('./doctor.ts')).declareDoctor,
  },
}
