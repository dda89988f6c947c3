import { useQuery, useQueryClient } from '@tanstack/react-query'
import { countText } from '#core/contract/count-text.ts'
import { ApiError } from '#core/web/apiError.ts'
import { refresh } from '#core/web/client.ts'
import { sealedStore } from '#core/web/sealedStore.ts'
import { useUser } from '#core/web/session.ts'
import { notedEntries, noteUnsent } from '#core/web/unsentEntries.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { MAX_HELD, type EntriesToHold } from '../held-contract.ts'
import { heldDoorApi } from './client.ts'
import { doorOutbox } from './doorOutbox.ts'
import { storedEntry, type StoredEntry } from './storedEntry.ts'

/** Makes what an admin decides on of an entry on this device. */
function toHold(entry: StoredEntry): EntriesToHold['entries'][number] {
  const { id, madeAt } = entry
  const { sessionId, meetingId } = 'sessionId' in entry ? entry : { sessionId: null, meetingId: null }
  if (entry.act !== 'roll-call') return { id, madeAt, sessionId, meetingId, entry }
  const { act, kind, isDrill, children } = entry
  return {
    id,
    madeAt,
    sessionId,
    meetingId,
    entry: { act, kind, isDrill, studentIds: children.map(({ studentId }) => studentId) },
  }
}

/** Sends acts at the door that a deactivated account left on this device to the admins. @throws conflict for an active account */
async function sendToAdmins(makerId: string): Promise<void> {
  const store = sealedStore({ userId: makerId, kind: doorOutbox.kind, schema: storedEntry })
  const stored = (await store.list()).toSorted((one, two) => one.madeAt.localeCompare(two.madeAt))
  for (let from = 0; from < stored.length; from += MAX_HELD) {
    const part = stored.slice(from, from + MAX_HELD)
    await heldDoorApi.holdDoorEntries.call({ body: { makerId, entries: part.map(toHold) } })
    noteUnsent(doorOutbox.kind, makerId, await store.remove(part.map(({ id }) => id)))
  }
}

/** Shows how many acts at the door other users have left here, and sends those of deactivated accounts to the admins. */
export function OthersDoor({ userIds }: { userIds: readonly string[] }) {
  const { id } = useUser()
  const queryClient = useQueryClient()
  const others = useQuery({
    queryKey: ['door entries of others on this device', id],
    queryFn: async () => {
      let waiting = 0
      for (const makerId of userIds) {
        await sendToAdmins(makerId).catch((error: unknown) => {
          // An active account sends its own entries, and one of another organization is unknown here.
          if (!(error instanceof ApiError && [404, 409].includes(error.status))) throw error
          waiting += notedEntries(doorOutbox.kind, makerId).count
        })
      }
      await refresh(queryClient, [heldDoorApi.listHeldDoorEntries.key()])
      return waiting
    },
    staleTime: Infinity,
  })
  if (!others.data) return null
  return (
    <Banner>
      Another user has {countText(others.data, 'unsent door entry', 'unsent door entries')} on this device. They are
      sent when that user signs in.
    </Banner>
  )
}
