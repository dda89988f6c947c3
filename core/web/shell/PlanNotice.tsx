import type { Entitlement } from '#core/contract/entitlements.ts'
import { t } from '../text.ts'
import { useLacking, useUser } from '../session.ts'
import { LinkButton } from '../ui/actions/LinkButton.tsx'
import { Banner } from '../ui/feedback/Banner.tsx'

/** Says that the plan of the organization does not include what a part of a page needs; nothing where it does. */
export function PlanNotice({ needs }: { needs: Entitlement }) {
  const text = useLacking(needs)
  const isAdmin = useUser().role === 'tenant_admin'
  if (text === undefined) return null
  const action = isAdmin && (
    <LinkButton size="small" href="/org-settings?tab=plan">
      {t('Plan & Usage')}
    </LinkButton>
  )
  return (
    <Banner title={t('Not included in your plan')} action={action}>
      {text}
    </Banner>
  )
}
