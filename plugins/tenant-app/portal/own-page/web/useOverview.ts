import { useQuery } from '@tanstack/react-query'
import { useUser } from '#core/web/session.ts'
import { ownPageApi } from './client.ts'

/**
 * Reads the page of one child, with those of the guardian's other children in one call; super admins ask for
 * the child whom they picked.
 * @param studentId of whom; the first that the caller sees where it is not known, for students
 */
export function useOverview(studentId: string | undefined) {
  const isFamily = useUser().role !== 'superadmin'
  // Read anew each time: staff change what it tells, and families look again to see just that.
  const overviews = useQuery({
    ...ownPageApi.listOverviews({ query: isFamily ? {} : { child: studentId } }),
    refetchOnMount: 'always',
  })
  const overview = overviews.data?.find((one) => studentId === undefined || one.studentId === studentId)
  return { query: overviews, overview }
}
