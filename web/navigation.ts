import type { Role } from './session.ts'
import type { IconName } from './ui/icon.tsx'

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
      { to: '/console', label: 'Overview', icon: 'overview' },
      { to: '/console/playground', label: 'Playground', icon: 'playground' },
    ],
  },
  {
    title: 'Work',
    entries: [
      { to: '/console/jobs', label: 'Jobs', icon: 'jobs' },
      { to: '/console/monitors', label: 'Monitors', icon: 'monitors' },
      { to: '/console/documents', label: 'Documents', icon: 'documents', role: 'member' },
      { to: '/console/sessions', label: 'Browser sessions', icon: 'sessions' },
      { to: '/console/agent', label: 'Agent', icon: 'agent' },
    ],
  },
  {
    title: 'Observe',
    entries: [
      { to: '/console/activity', label: 'Activity', icon: 'activity' },
      { to: '/console/webhooks', label: 'Webhooks', icon: 'webhooks' },
    ],
  },
  {
    title: 'Manage',
    entries: [
      { to: '/console/keys', label: 'API keys', icon: 'keys', role: 'member' },
      { to: '/console/people', label: 'People', icon: 'people' },
      { to: '/console/siem', label: 'SIEM', icon: 'activity' },
      { to: '/console/providers', label: 'Data providers', icon: 'documents' },
      { to: '/console/threats', label: 'Threat protection', icon: 'shield' },
      { to: '/console/settings', label: 'Settings', icon: 'settings' },
    ],
  },
]
