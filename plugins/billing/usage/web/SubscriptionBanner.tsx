import { useQuery } from '@tanstack/react-query'
import { CONFIRM_UPGRADE_CODE } from '#core/contract/limits.ts'
import { freshOnFocus, useOutdatedBy } from '#core/web/freshness.ts'
import { usePlatform, useUser } from '#core/web/session.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { LinkButton } from '#core/web/ui/actions/LinkButton.tsx'
import { formatAmounts } from '#core/web/ui/display/money.ts'
import type { TenantSubscription } from '../contract.ts'
import { usageApi } from '../../shared/web/client.ts'
import { UpgradeBanner } from './UpgradeBanner.tsx'

/** Shows admins problems and coming changes of the subscription, and all users of the organization that it is read-only. */
export function SubscriptionBanner() {
  const { role, tenantId } = useUser()
  const { tenant } = usePlatform()
  if (role === 'tenant_admin' && tenantId) return <AdminBanner />
  if (!tenant?.readOnly) return null
  return (
    <Banner tone="warn" title="Your organization is read-only">
      You can view everything but change nothing until the subscription is in order. Ask an admin of your organization.
    </Banner>
  )
}

/** Why changes are refused, by the status of the subscription. */
const reasons: Partial<Record<TenantSubscription['status'], string>> = {
  past_due: 'A payment is overdue and the time to pay is over.',
  canceled: 'Your subscription was canceled.',
  paused: 'Your subscription is paused.',
}

function AdminBanner() {
  const { data } = useQuery({ ...usageApi.tenantSubscription(), ...freshOnFocus })
  useOutdatedBy('subscription.read-only', usageApi.tenantSubscription.key())
  useOutdatedBy(CONFIRM_UPGRADE_CODE, usageApi.tenantSubscription.key())
  const { supportEmail, tenant } = usePlatform()
  if (!data) return null
  const { status, readOnly, graceEndsAt, overdueAmounts } = data
  const invoices = overdueAmounts.length > 0 && (
    <LinkButton size="small" href="/org-settings?tab=invoices">
      See invoices
    </LinkButton>
  )
  const open = overdueAmounts.length > 0 && `${formatAmounts(overdueAmounts)} is open. `
  if (readOnly) {
    return (
      <Banner tone="error" title="Your organization is read-only" action={invoices}>
        {reasons[status] ?? 'Its subscription is not in order.'} {open}
        You can view and export everything. Nothing has been deleted.{' '}
        {status === 'past_due'
          ? `Editing is possible again as soon as the payment is recorded. Questions: ${supportEmail}`
          : `To go on, write to ${supportEmail}`}
      </Banner>
    )
  }
  if (status !== 'past_due') {
    return data.pendingUpgrade && <UpgradeBanner subscription={data} upgrade={data.pendingUpgrade} />
  }
  return (
    <Banner tone="warn" title="A payment is overdue" action={invoices}>
      {open || 'Your subscription is past due. '}
      Please pay until <DateTime value={graceEndsAt} show="date" zone={tenant?.timeZone} />. After that your
      organization is read-only. Questions: {supportEmail}
    </Banner>
  )
}
