import type { Role } from '../src/kernel/console-session.ts'
import type { IconName } from './ui/icon.tsx'
import * as words from './words/en/shell.ts'
import * as terms from './words/en/terms.ts'
import * as untranslated from './words/untranslated.ts'

export interface NavigationEntry {
  readonly to: string
  readonly label: string
  readonly icon: IconName
  /** Absent: every role sees it. */
  readonly role?: Role
}

export interface NavigationSection {
  readonly title?: string
  readonly entries: readonly NavigationEntry[]
}

export const sections: readonly NavigationSection[] = [
  {
    entries: [
      { to: '/console', label: words.pagesOverview, icon: 'overview' },
      { to: '/console/playground', label: words.pagesPlayground, icon: 'playground' },
    ],
  },
  {
    title: words.sectionsWork,
    entries: [
      { to: '/console/jobs', label: terms.pageJobs, icon: 'jobs' },
      { to: '/console/monitors', label: terms.pageMonitors, icon: 'monitors' },
      { to: '/console/documents', label: words.pagesDocuments, icon: 'documents', role: 'member' },
      { to: '/console/sessions', label: words.pagesSessions, icon: 'sessions' },
      { to: '/console/agent', label: terms.pageAgent, icon: 'agent' },
    ],
  },
  {
    title: words.sectionsObserve,
    entries: [
      { to: '/console/activity', label: words.pagesActivity, icon: 'activity' },
      { to: '/console/webhooks', label: words.pagesWebhooks, icon: 'webhooks' },
    ],
  },
  {
    title: words.sectionsManage,
    entries: [
      { to: '/console/keys', label: words.pagesKeys, icon: 'keys', role: 'member' },
      { to: '/console/people', label: terms.pagePeople, icon: 'people' },
      { to: '/console/siem', label: untranslated.pagesSiem, icon: 'activity' },
      { to: '/console/providers', label: terms.pageProviders, icon: 'documents' },
      { to: '/console/threats', label: words.pagesThreats, icon: 'shield' },
      { to: '/console/settings', label: words.pagesSettings, icon: 'settings' },
    ],
  },
]

/** What can be begun from anywhere. */
export const actions: readonly NavigationEntry[] = [
  {
    to: '/console/playground?run=post+%2Fv2%2Fcrawl',
    label: terms.actionNewCrawl,
    icon: 'jobs',
    role: 'member',
  },
  { to: '/console/monitors?new', label: terms.actionNewMonitor, icon: 'monitors', role: 'member' },
  { to: '/console/sessions?new', label: words.paletteNewSession, icon: 'sessions', role: 'member' },
  { to: '/console/keys?new', label: words.paletteNewKey, icon: 'keys', role: 'admin' },
  { to: '/console/people?new', label: words.paletteInvite, icon: 'people', role: 'admin' },
]
