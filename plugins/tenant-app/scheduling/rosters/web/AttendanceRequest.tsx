import { useQuery } from '@tanstack/react-query'
import { PageLinkButton } from '#core/web/links.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import type { Session } from '../../sessions/contract.ts'
import { sessionsApi } from '../../sessions/web/client.ts'
import { useRuns } from '../../sessions/web/useLeads.ts'
import { useSessionState } from '../../sessions/web/useSessionState.ts'
import { rostersApi } from './client.ts'

/** Reminds the user to take the attendance of a session that has begun. */
export function AttendanceRequest({ sessionId }: { sessionId: string }) {
  const session = useQuery(sessionsApi.getSession({ params: { id: sessionId } }))
  return session.data ? <Unmarked session={session.data} /> : null
}

function Unmarked({ session }: { session: Session }) {
  const { id } = session
  const state = useSessionState(session)
  const leads = useRuns(session)
  const isAsked = leads && (state === 'in-progress' || state === 'ended')
  const missing = useQuery({
    ...rostersApi.listParticipants.page({ params: { id }, query: { attendance: 'missing', limit: 1 } }),
    enabled: isAsked,
  })
  const unmarked = missing.data?.total ?? 0
  if (!isAsked || unmarked === 0) return null
  return (
    <Banner
      tone="warn"
      title={unmarked === 1 ? 'Attendance is missing for 1 student' : `Attendance is missing for ${unmarked} students`}
      action={
        <PageLinkButton to="/sessions/$id" params={{ id }} search={{ tab: 'attendance' }} size="small">
          Take attendance
        </PageLinkButton>
      }
    />
  )
}
