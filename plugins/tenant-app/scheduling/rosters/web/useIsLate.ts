import { useQuery } from '@tanstack/react-query'
import { useNow } from '../../../shared/web/useNow.ts'
import type { Session } from '../../sessions/contract.ts'
import { attendanceApi } from './client.ts'

/** Reports whether a student who arrives now is late, by the organization's minutes; updates with time. */
export function useIsLate({ startDate, endDate }: Pick<Session, 'startDate' | 'endDate'>): boolean {
  const { data } = useQuery(attendanceApi.getAttendanceSettings())
  const now = useNow()
  return data !== undefined && now >= Date.parse(startDate) + data.lateMinutes * 60_000 && now <= Date.parse(endDate)
}
