import type { Command } from 'commander'
import type { Terminal } from './terminal.ts'

/** Adds arguments, options, subcommands and what they do to a command. */
type Declare = (command: Command, terminal: Terminal) => void

interface CommandRecord {
  /** Heading in the help. */
  readonly group: string
  readonly description: string
  /** Loads the file of the command. */
  readonly load: () => Promise<Declare>
}

const groups = {
  service: 'Run the service:',
  read: 'Read the web:',
  watch: 'Watch pages, use browsers:',
  agents: 'Use it from other programs:',
  teams: 'Share it with several teams:',
}

/** All commands in the order of the help. The file of a command is loaded only when the command line names it. */
export const commands: Readonly<Record<string, CommandRecord>> = {
  serve: {
    group: groups.service,
    description:
      'Start the service. Settings come from the environment; see docs/configuration.md.',
    load: async () => (await import('./serve.ts')).declareServe,
  },
  open: {
    group: groups.service,
    description: 'Open the console of the running service, also to set it up.',
    load: async () => (await import('./open.ts')).declareOpen,
  },
  doctor: {
    group: groups.service,
    description: 'Check the installation and say how to correct problems.',
    load: async () => (await import('./doctor.ts')).declareDoctor,
  },
  backup: {
    group: groups.service,
    description:
      'Copy the data folder while the service runs; start Weir on the copy to restore it.',
    load: async () => (await import('./backup.ts')).declareBackup,
  },
  secrets: {
    group: groups.service,
    description: 'Change the secret of the service, WEIR_SECRET.',
    load: async () => (await import('./secrets.ts')).declareSecrets,
  },
  scrape: {
    group: groups.read,
    description: 'Print one page, by default as Markdown. Needs no running service.',
    load: async () => (await import('./scrape.ts')).declareScrape,
  },
  parse: {
    group: groups.read,
    description: 'Convert one file, by default to Markdown. Needs no running service.',
    load: async () => (await import('./parse.ts')).declareParse,
  },
  crawl: {
    group: groups.read,
    description: 'Scrape the pages of a site. Needs no running service.',
    load: async () => (await import('./crawl.ts')).declareCrawl,
  },
  map: {
    group: groups.read,
    description: 'Print the URLs of a site, one per line. Needs no running service.',
    load: async () => (await import('./map.ts')).declareMap,
  },
  search: {
    group: groups.read,
    description:
      'Search the web. With --key or WEIR_KEY, a running service is asked, which also knows the pages that the team has read.',
    load: async () => (await import('./search.ts')).declareSearch,
  },
  agent: {
    group: groups.read,
    description:
      'Let the agent find data. Needs a language model: that of the running service with --key or WEIR_KEY, else the one of WEIR_LLM_PROVIDER.',
    load: async () => (await import('./agent.ts')).declareAgent,
  },
  monitor: {
    group: groups.watch,
    description: 'Monitor pages for changes. Needs a running service.',
    load: async () => (await import('./monitor.ts')).declareMonitor,
  },
  interact: {
    group: groups.watch,
    description: 'Use a browser that stays open. Needs a running service.',
    load: async () => (await import('./interact.ts')).declareInteract,
  },
  mcp: {
    group: groups.agents,
    description:
      'Serve the tools to an MCP client over standard input: those of the running service with WEIR_URL or WEIR_KEY, else of one in this process.',
    load: async () => (await import('./mcp.ts')).declareMcp,
  },
  init: {
    group: groups.agents,
    description:
      'Add the MCP server of a service and the skill "weir" to the files of coding agents. Other content of the files stays.',
    load: async () => (await import('./init.ts')).declareInit,
  },
  completion: {
    group: groups.agents,
    description: 'Print the completion of this command for bash, zsh or fish.',
    load: async () => (await import('./completion.ts')).declareCompletion,
  },
  keys: {
    group: groups.teams,
    description: 'Manage API keys.',
    load: async () => (await import('./keys.ts')).declareKeys,
  },
  teams: {
    group: groups.teams,
    description: 'Manage teams, which share keys and limits.',
    load: async () => (await import('./teams.ts')).declareTeams,
  },
  people: {
    group: groups.teams,
    description: 'Manage people who use the console.',
    load: async () => (await import('./people.ts')).declarePeople,
  },
  threat: {
    group: groups.teams,
    description: 'Manage threat protection: which URLs a team may reach.',
    load: async () => (await import('./threat.ts')).declareThreat,
  },
  siem: {
    group: groups.teams,
    description: 'Send one event per fetched URL to your SIEM. Needs a running service.',
    load: async () => (await import('./siem.ts')).declareSiem,
  },
  plans: {
    group: groups.teams,
    description: 'Manage plans: limits and credits of teams.',
    load: async () => (await import('./plans.ts')).declarePlans,
  },
  credits: {
    group: groups.teams,
    description: 'Manage the credits of teams.',
    load: async () => (await import('./credits.ts')).declareCredits,
  },
}
