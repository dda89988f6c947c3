import { useQueryClient, useQuery } from '@tanstack/react-query'
import { countText } from '#core/contract/count-text.ts'
import { ApiError } from '#core/web/apiError.ts'
import { refresh } from '#core/web/client.ts'
import { sealedStore } from '#core/web/sealedStore.ts'
import { useUser } from '#core/web/session.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { heldApi } from './client.ts'
import { storedMark } from './storedMark.ts'
import { noteCount, notedMarks, othersWithMarks } from './unsentMarks.ts'

/** Sends attendance that a deactivated account left on this device to the admins. @throws conflict for an active account */
async function sendToAdmins(makerId: string): Promise<void> {
  const store = sealedStore({ userId: makerId, kind: 'attendance', schema: storedMark })
  for (const [meetingId, stored] of Map.groupBy(await store.list(), (one) => one.meetingId)) {
    const marks = lastOfEach(stored.map(({ mark, madeAt }) => ({ ...mark, madeAt })))
    await heldApi.holdMarks.call({ body: { makerId, sessionId: stored[0]?.sessionId ?? '', meetingId, marks } })
    noteCount(makerId, (await store.remove(stored.map(({ id }) => id))) ?? 0)
  }
}

/** Filters the last record of each student, which corrects the earlier ones. */
const lastOfEach = <Mark extends { studentId: string; madeAt: string }>(marks: readonly Mark[]): Mark[] => [
  ...new Map(
    marks.toSorted((one, two) => one.madeAt.localeCompare(two.madeAt)).map((mark) => [mark.studentId, mark]),
  ).values(),
]

/** Shows the number of other users' records on this device, and sends those of deactivated accounts to the admins. */
export function OthersMarks() {
  const { id } = useUser()
  const queryClient = useQueryClient()
  const others = useQuery({
    queryKey: ['marks of others on this device', id],
    queryFn: async () => {
      let waiting = 0
      for (const makerId of othersWithMarks(id)) {
        await sendToAdmins(makerId).catch((error: unknown) => {
          // An active account sends its own records, and one of another organization is unknown here.
          if (!(error instanceof ApiError && [404, 409].includes(error.status))) throw error
          waiting += notedMarks(makerId).count
        })
      }
      await refresh(queryClient, [heldApi.listHeldMarks.key()])
      return waiting
    },
    staleTime: Infinity,
  })
  if (!others.data) return null
  return (
    <Banner>
      Another user has {countText(others.data, 'unsent mark')} on this device. They are sent when that user signs in.
    </Banner>
  )
}
