import { tenantHome } from '../slots.ts'
import { calledNameOf } from '../calledName.ts'
import { useUser } from '../session.ts'
import { Contributions } from '../shell/Contributions.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'

/** The start page of an organization's app, made of what the plugins contribute for the user's role. */
export function TenantHomePage() {
  const user = useUser()
  return (
    <Page title={`Welcome back, ${calledNameOf(user)}`}>
      <Contributions
        to={tenantHome}
        fallback={<Skeleton height={120} />}
        empty={
          <EmptyState title="Nothing to show yet">What your organization shares with you will appear here.</EmptyState>
        }
      />
    </Page>
  )
}
