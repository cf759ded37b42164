import { may, session } from '../session.ts'
import { LanguageCard } from './language-card.tsx'
import { OwnSettings } from './own-settings.tsx'
import { ServiceSettings } from './service-settings.tsx'
import { TeamSettings } from './team-settings.tsx'
import { TrialCard } from './trial-card.tsx'

/** Settings of the person, of the team, and of the service. */
export function SettingsPage() {
  const current = session.value
  if (current?.state !== 'signed-in') return null
  return (
    <div class="page">
      {current.person && <OwnSettings person={current.person} />}
      <LanguageCard />
      <TeamSettings key={current.team.id} session={current} />
      {may('operator') && <TrialCard />}
      {may('operator') && <ServiceSettings />}
    </div>
  )
}
