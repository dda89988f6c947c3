import { useQuery } from '@tanstack/react-query'
import { useUser } from '#core/web/session.ts'
import type { Session } from '../contract.ts'
import { meetingsApi } from './client.ts'

/** Reports whether the caller is responsible for a session: their own, one without an instructor, or any as an admin. */
export function useLeads(): (session: Pick<Session, 'instructorId'>) => boolean {
  const { id, role } = useUser()
  return ({ instructorId }) => role !== 'instructor' || instructorId === null || instructorId === id
}

/**
 * Reports whether the caller runs a session: one that they are responsible for, or of which they lead a day as a substitute.
 */
export function useRuns(session: Pick<Session, 'id' | 'instructorId' | 'hasOwnDays'> | undefined): boolean {
  const { id } = useUser()
  const isOwn = useLeads()(session ?? { instructorId: null })
  const meetings = useQuery({
    ...meetingsApi.listMeetings({ params: { id: session?.id ?? '' } }),
    enabled: session?.hasOwnDays === true && !isOwn,
  })
  return session !== undefined && (isOwn || meetings.data?.some(({ instructorId }) => instructorId === id) === true)
}
