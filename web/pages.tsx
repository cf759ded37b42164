import type { JSX } from 'preact'
import { Overview } from './pages/overview.tsx'
import { query } from './router.ts'
import { later } from './ui/later.tsx'
import * as words from './words/en/shell.ts'
import * as terms from './words/en/terms.ts'
import * as untranslated from './words/untranslated.ts'

const Playground = later(() => import('./pages/playground.tsx').then((module) => module.Playground))
const JobsPage = later(() => import('./pages/jobs.tsx').then((module) => module.JobsPage))
const JobPage = later(() => import('./pages/job.tsx').then((module) => module.JobPage))
const AgentsPage = later(() => import('./pages/agents.tsx').then((module) => module.AgentsPage))
const AgentRunPage = later(() =>
  import('./pages/agent-run.tsx').then((module) => module.AgentRunPage),
)
const ActivityPage = later(() =>
  import('./pages/activity.tsx').then((module) => module.ActivityPage),
)
const KeysPage = later(() => import('./pages/keys.tsx').then((module) => module.KeysPage))
const MonitorsPage = later(() =>
  import('./pages/monitors.tsx').then((module) => module.MonitorsPage),
)
const WebhooksPage = later(() =>
  import('./pages/webhooks.tsx').then((module) => module.WebhooksPage),
)
const DocumentsPage = later(() =>
  import('./pages/documents.tsx').then((module) => module.DocumentsPage),
)
const SessionsPage = later(() =>
  import('./pages/sessions.tsx').then((module) => module.SessionsPage),
)
const SessionPage = later(() => import('./pages/session.tsx').then((module) => module.SessionPage))
const SettingsPage = later(() =>
  import('./pages/settings.tsx').then((module) => module.SettingsPage),
)
const SiemPage = later(() => import('./pages/siem.tsx').then((module) => module.SiemPage))
const ProvidersPage = later(() =>
  import('./pages/providers.tsx').then((module) => module.ProvidersPage),
)
const ThreatPage = later(() => import('./pages/threat.tsx').then((module) => module.ThreatPage))
const PeoplePage = later(() => import('./pages/people.tsx').then((module) => module.PeoplePage))

interface Page {
  readonly title: string
  /** Undefined when there is no page at this path. */
  readonly page?: JSX.Element
}

const idPath = /^\/console\/([\w-]+)\/([\w-]+)$/

/** Returns the page of a path of the console. */
export function pageAt(path: string): Page {
  const [, name = '', id] = idPath.exec(path) ?? [undefined, path.split('/')[2] ?? '']
  const key = id === undefined ? name : `${name}/:id`
  return pages[key]?.(id ?? '') ?? { title: words.missingTitle }
}

const pages: Readonly<Record<string, (id: string) => Page>> = {
  '': () => ({ title: words.pagesOverview, page: <Overview /> }),
  playground: () => ({ title: words.pagesPlayground, page: <Playground /> }),
  jobs: () => ({ title: terms.pageJobs, page: <JobsPage /> }),
  'jobs/:id': (id) => ({ title: words.pagesJob, page: <JobPage key={id} id={id} /> }),
  monitors: () => ({ title: terms.pageMonitors, page: <MonitorsPage /> }),
  'monitors/:id': (id) => ({ title: terms.pageMonitors, page: <MonitorsPage id={id} /> }),
  agent: () => ({ title: terms.pageAgent, page: <AgentsPage key={query.value} /> }),
  'agent/:id': (id) => ({ title: terms.pageAgent, page: <AgentRunPage key={id} id={id} /> }),
  documents: () => ({ title: words.pagesDocuments, page: <DocumentsPage /> }),
  sessions: () => ({ title: words.pagesSessions, page: <SessionsPage /> }),
  'sessions/:id': (id) => ({ title: words.pagesSession, page: <SessionPage key={id} id={id} /> }),
  webhooks: () => ({ title: words.pagesWebhooks, page: <WebhooksPage /> }),
  threats: () => ({ title: words.pagesThreats, page: <ThreatPage /> }),
  settings: () => ({ title: words.pagesSettings, page: <SettingsPage /> }),
  siem: () => ({ title: untranslated.pagesSiem, page: <SiemPage /> }),
  providers: () => ({ title: terms.pageProviders, page: <ProvidersPage /> }),
  activity: () => ({ title: words.pagesActivity, page: <ActivityPage /> }),
  'activity/:id': (id) => ({ title: words.pagesActivity, page: <ActivityPage id={id} /> }),
  keys: () => ({ title: words.pagesKeys, page: <KeysPage /> }),
  people: () => ({ title: terms.pagePeople, page: <PeoplePage /> }),
}
