import type { Role } from './session.ts'
import type { IconName } from './ui/icon.tsx'
import * as words from './words/en/shell.ts'

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
      { to: '/console', label: words.overview, icon: 'overview' },
      { to: '/console/playground', label: words.playground, icon: 'playground' },
    ],
  },
  {
    title: words.work,
    entries: [
      { to: '/console/jobs', label: words.jobs, icon: 'jobs' },
      { to: '/console/monitors', label: words.monitors, icon: 'monitors' },
      { to: '/console/documents', label: words.documents, icon: 'documents', role: 'member' },
      { to: '/console/sessions', label: words.browserSessions, icon: 'sessions' },
      { to: '/console/agent', label: words.agent, icon: 'agent' },
    ],
  },
  {
    title: words.observe,
    entries: [
      { to: '/console/activity', label: words.activity, icon: 'activity' },
      { to: '/console/webhooks', label: words.webhooks, icon: 'webhooks' },
    ],
  },
  {
    title: words.manage,
    entries: [
      { to: '/console/keys', label: words.apiKeys, icon: 'keys', role: 'member' },
      { to: '/console/people', label: words.people, icon: 'people' },
      { to: '/console/siem', label: words.siem, icon: 'activity' },
      { to: '/console/providers', label: words.dataProviders, icon: 'documents' },
      { to: '/console/threats', label: words.threatProtection, icon: 'shield' },
      { to: '/console/settings', label: words.settings, icon: 'settings' },
    ],
  },
]
