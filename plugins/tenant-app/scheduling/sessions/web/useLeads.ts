import { useUser } from '#core/web/session.ts'
import type { Session } from '../contract.ts'

/** Tells whether the caller runs a session: their own, one without an instructor, or any as an admin. */
export function useLeads(): (session: Pick<Session, 'instructorId'>) => boolean {
  const { id, role } = useUser()
  return ({ instructorId }) => role !== 'instructor' || instructorId === null || instructorId === id
}
