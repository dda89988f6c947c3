import { usePlatform } from '#core/web/session.ts'
import { LinkButton } from '#core/web/ui/actions/LinkButton.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { formatPrice } from '#core/web/ui/display/money.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import type { TenantSubscription } from '../contract.ts'
import { useUsageLines } from './useUsageLines.ts'

interface UpgradeBannerProps {
  subscription: TenantSubscription
  upgrade: NonNullable<TenantSubscription['pendingUpgrade']>
}

/** Shows an organization's admins the coming upgrade: plan, date, reason and price. */
export function UpgradeBanner({ subscription, upgrade }: UpgradeBannerProps) {
  const { tenant } = usePlatform()
  const { planDisplayName, currentPrice, newPrice, effectiveDate, ...price } = upgrade
  // Computed like the automation does, with current use.
  const over = useUsageLines(subscription).filter(({ state }) => state === 'over')
  return (
    <Banner
      title={`Your plan changes to ${planDisplayName}`}
      action={
        <LinkButton size="small" href="/org-settings?tab=plan">
          See plan and usage
        </LinkButton>
      }
    >
      It does on <DateTime value={effectiveDate} show="date" zone={tenant?.timeZone} />, because you use more than{' '}
      {subscription.plan.displayName} includes
      {over.length > 0 && ` (${over.map(({ label, text }) => `${label.toLowerCase()}: ${text}`).join(', ')})`}. It costs{' '}
      {formatPrice({ ...price, price: newPrice })} instead of {formatPrice({ ...price, price: currentPrice })}, and
      until then you can decline it.
    </Banner>
  )
}
