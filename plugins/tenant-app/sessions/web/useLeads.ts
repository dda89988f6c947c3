import { useUser } from '#core/web/session.ts'
import type { Session } from '../contract.ts'

/** Whether the caller runs a session: the own one, one that nobody leads yet, or any as an admin. */
export function useLeads(): (session: Pick<Session, 'instructorId'>) => boolean {
  const { id, role } = useUser()
  return ({ instructorId }) => role !== 'instructor' || instructorId === null || instructorId === id
}
