import { TenantHomePage } from '#core/web/pages/TenantHomePage.tsx'
import { usePlatform } from '#core/web/session.ts'
import { OrganizationDashboard } from './OrganizationDashboard.tsx'

/** On the platform's host the organization's figures; on an organization's host the same as its start page. */
export function DashboardPage() {
  return usePlatform().app === 'tenant' ? <TenantHomePage /> : <OrganizationDashboard />
}
