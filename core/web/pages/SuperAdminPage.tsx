import { useQuery } from '@tanstack/react-query'
import { LayoutDashboard } from 'lucide-react'
import { superAdminDashboard } from '../slots.ts'
import { calledNameOf } from '../calledName.ts'
import { useUser } from '../session.ts'
import { Contributions } from '../shell/Contributions.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { WhenKnown } from '../ui/feedback/WhenKnown.tsx'
import { NeedsAttention, attentionQuery } from './NeedsAttention.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'

/** The super admin's start page: what is to be done, and what the plugins contribute. */
export function SuperAdminPage() {
  const user = useUser()
  const attention = useQuery(attentionQuery)
  return (
    <Page title="Dashboard" help={`Welcome, ${calledNameOf(user)}. This is your platform today.`}>
      <WhenKnown isKnown={!attention.isPending}>
        <NeedsAttention />
        <Contributions
          to={superAdminDashboard}
          fallback={<Skeleton height={120} />}
          empty={
            <EmptyState icon={<LayoutDashboard aria-hidden />} title="Nothing to show yet">
              Figures appear here as soon as a plugin that counts something is on.
            </EmptyState>
          }
        />
      </WhenKnown>
    </Page>
  )
}
