import { getRouteApi } from '@tanstack/react-router'
import { organizationSettings } from '#core/web/slots.ts'
import { ContributedPart } from '#core/web/shell/Contributions.tsx'
import { useContributions } from '#core/web/shell/navigation.ts'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Tabs } from '#core/web/ui/layout/Tabs.tsx'

const route = getRouteApi('/shell/org-settings')

/** Settings that an organization's admin decides: a tab for each contribution, the chosen one in the address. */
export function OrganizationSettingsPage() {
  const { tab } = route.useSearch()
  const navigate = route.useNavigate()
  const parts = useContributions(organizationSettings)
  return (
    <Page title="Organization Settings">
      <Tabs
        label="Organization settings"
        selected={parts.some(({ id }) => id === tab) ? tab : parts[0]?.id}
        onChange={(id) => void navigate({ search: { tab: id === parts[0]?.id ? undefined : id }, replace: true })}
        tabs={parts.map((part) => ({
          id: part.id,
          label: part.label,
          content: <ContributedPart contribution={part} fallback={<Skeleton height={320} />} />,
        }))}
      />
    </Page>
  )
}
