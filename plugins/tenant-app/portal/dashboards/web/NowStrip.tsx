import { useQuery } from '@tanstack/react-query'
import { PageLinkButton } from '#core/web/links.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { useNow } from '../../../shared/web/useNow.ts'
import { useZone } from '../../../shared/web/zone.ts'
import { stateAt } from '../../../scheduling/sessions/state-contract.ts'
import { SessionTime } from '../../../scheduling/sessions/web/SessionTime.tsx'
import { dashboardsApi } from './client.ts'

const DAY_MS = 86_400_000

/** Says at the top of a dashboard which session runs, or comes next within a day, with the way to its attendance. */
export function NowStrip() {
  const zone = useZone()
  const { data } = useQuery(dashboardsApi.dashboardPanels())
  const now = useNow()
  const [session] = data?.nextSessions ?? []
  if (!session || Date.parse(session.startDate) > now + DAY_MS) return null
  const isRunning = stateAt(session, now) === 'in-progress'
  return (
    <Banner
      title={isRunning ? `${session.name} is running` : `Next: ${session.name}`}
      action={
        <PageLinkButton
          to="/sessions/$id"
          params={{ id: session.id }}
          search={isRunning ? { tab: 'attendance' } : {}}
          size="small"
        >
          {isRunning ? 'Take attendance' : 'Open session'}
        </PageLinkButton>
      }
    >
      <SessionTime start={session.startDate} end={session.endDate} zone={zone} />
    </Banner>
  )
}
