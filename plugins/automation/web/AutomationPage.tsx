import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Play, Search } from 'lucide-react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { Tabs } from '#core/web/ui/layout/Tabs.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { AutomationFigures } from './AutomationFigures.tsx'
import { SystemOverview } from './SystemOverview.tsx'
import { UpgradeLogs } from './UpgradeLogs.tsx'
import { automationApi } from './client.ts'

const route = getRouteApi('/shell/subscription-automation')

/** Upgrades of subscriptions that outgrow their plan, and the daily cycle that finds them. */
export function AutomationPage() {
  const { tab = 'logs', page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const check = useCheck()
  const automation = useAutomation()
  return (
    <Page
      title="Subscription Automation"
      help="Upgrades of organizations that outgrow their plan."
      actions={
        <>
          <Button
            icon={<Search size={16} aria-hidden />}
            isPending={check.isPending}
            isDisabled={automation.isPending}
            onPress={() => check.mutate()}
          >
            Check for Upgrades
          </Button>
          <Button
            variant="primary"
            icon={<Play size={16} aria-hidden />}
            isPending={automation.isPending}
            isDisabled={check.isPending}
            onPress={() => automation.mutate()}
          >
            Run Automation
          </Button>
        </>
      }
    >
      <AutomationFigures />
      <Tabs
        label="Subscription automation"
        selected={tab}
        onChange={(id) => void navigate({ search: { tab: id === 'overview' ? 'overview' : undefined } })}
        tabs={[
          {
            id: 'logs' as const,
            label: 'Upgrade Logs',
            content: (
              <UpgradeLogs
                page={page}
                onPage={(next) => void navigate({ search: { page: next === 1 ? undefined : next } })}
              />
            ),
          },
          { id: 'overview' as const, label: 'System Overview', content: <SystemOverview /> },
        ]}
      />
    </Page>
  )
}

function useCheck() {
  return useMutation(
    automationApi.checkUpgrades.mutation({
      touches: [automationApi.listUpgradeLogs.key(), automationApi.automationOverview.key()],
      onSuccess: ({ message }) => notify({ title: 'Upgrade Check Complete', description: message }),
      onError: (error) => notify({ title: 'Check Failed', description: errorText(error), tone: 'destructive' }),
    }),
  )
}

function useAutomation() {
  return useMutation(
    automationApi.runAutomation.mutation({
      // Periods, states and invoices of any subscription may have changed.
      touches: [
        automationApi.listUpgradeLogs.key(),
        automationApi.automationOverview.key(),
        ['api', 'subscriptions'],
        ['api', 'subscription-plans'],
        ['api', 'invoices'],
        ['api', 'dashboard'],
        ['api', 'tenants'],
      ],
      onSuccess: ({ message }) => notify({ title: 'Automation Complete', description: message }),
      onError: (error) => notify({ title: 'Automation Failed', description: errorText(error), tone: 'destructive' }),
    }),
  )
}
