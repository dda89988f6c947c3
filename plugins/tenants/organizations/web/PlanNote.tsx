import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { planName } from './organizationLabels.ts'
import { useHasPlans } from './usePlans.ts'

/** The plan cannot be changed with the organization: that is what subscriptions are for (spec part 1, section 2). */
export function PlanNote({ plan }: { plan: string }) {
  if (!useHasPlans()) return null
  return (
    <Banner title={`Plan: ${planName(plan)}`}>
      <p>
        To change the plan, go to <TextLink href="/subscriptions">subscription management</TextLink>.
      </p>
    </Banner>
  )
}
