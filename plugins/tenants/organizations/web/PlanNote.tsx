import { usePlatform } from '#core/web/session.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { planName } from './organizationWords.ts'

/** The plan cannot be changed with the organization: that is what subscriptions are for (spec part 1, section 2). */
export function PlanNote({ plan }: { plan: string }) {
  const hasSubscriptions = usePlatform().plugins.includes('billing')
  return (
    <Banner title={`Plan: ${planName(plan)}`}>
      {hasSubscriptions ? (
        <p>
          To change the plan, go to <TextLink href="/subscriptions">subscription management</TextLink>.
        </p>
      ) : (
        'The plan is changed in subscription management, which is switched off on this platform.'
      )}
    </Banner>
  )
}
