import { ToggleLeft } from 'lucide-react'
import { featureSwitches } from '#core/web/slots.ts'
import { ContributedPart } from '#core/web/shell/Contributions.tsx'
import { useContributions } from '#core/web/shell/navigation.ts'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { SettingsPage } from './SettingsPage.tsx'

/** The switches of the plugins that are on. */
export function FeaturesPage() {
  const switches = useContributions(featureSwitches)
  return (
    <SettingsPage path="/settings/features">
      {switches.length === 0 ? (
        <EmptyState icon={<ToggleLeft size={20} aria-hidden />} title="No feature toggles">
          No enabled plugin has a feature to turn on or off.
        </EmptyState>
      ) : (
        <SettingsForm label="Features" fields={switches.map(({ field }) => field)}>
          {switches.map((one) => (
            <ContributedPart key={one.id} contribution={one} fallback={<Skeleton height={60} />} />
          ))}
        </SettingsForm>
      )}
    </SettingsPage>
  )
}
