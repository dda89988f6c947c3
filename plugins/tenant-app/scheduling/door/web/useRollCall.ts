import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useOutbox } from '#core/web/outbox.ts'
import { useUser } from '#core/web/session.ts'
import type { RollCall } from '../roll-call-contract.ts'
import { rollCallApi } from './client.ts'
import { doorOutbox } from './doorOutbox.ts'
import { readRollCalls, saveRollCall } from './rollCallStore.ts'
import type { StoredEntry } from './storedEntry.ts'

const POLL_INTERVAL_MS = 5000

/** Makes the roll call of an entry that is not saved yet. */
function ofEntry(id: string, waiting: readonly StoredEntry[]): RollCall | undefined {
  const entry = waiting.find((one) => one.id === id)
  if (entry?.act !== 'roll-call') return undefined
  const { kind, isDrill, location, madeAt, children } = entry
  const unmarked = { start: null, site: null, return: null }
  return {
    id,
    kind,
    isDrill,
    location,
    startedBy: null,
    startedAt: madeAt,
    children: children.map((child) => ({ ...child, ...unmarked })),
  }
}

/** Adds marks that are not saved yet, in the order made. */
function addMarks(roll: RollCall, waiting: readonly StoredEntry[]): RollCall {
  const marks = Map.groupBy(
    waiting.flatMap((entry) => (entry.act === 'roll-mark' && entry.rollCallId === roll.id ? entry : [])),
    ({ studentId }) => studentId,
  )
  return {
    ...roll,
    children: roll.children.map((child) => {
      const own = marks.get(child.studentId) ?? []
      return { ...child, ...Object.fromEntries(own.map(({ point, isSafe }) => [point, isSafe])) }
    }),
  }
}

/** Reads a roll call: of the server, else what this device holds of it, with marks that are not saved yet. */
export function useRollCall(id: string) {
  const { id: userId } = useUser()
  const query = useQuery({ ...rollCallApi.getRollCall({ params: { id } }), refetchInterval: POLL_INTERVAL_MS })
  const [outbox, { waiting }] = useOutbox(doorOutbox)
  const held = useQuery({
    queryKey: ['stored roll calls', userId],
    queryFn: () => readRollCalls(userId),
    networkMode: 'always',
    gcTime: 0,
  })
  useEffect(() => {
    if (query.data) void saveRollCall(userId, query.data)
  }, [query.data, userId])
  const known = query.data ?? ofEntry(id, waiting) ?? held.data?.find((one) => one.id === id)
  const data = known && addMarks(known, waiting)
  return { query: data ? { ...query, data, error: null, isPending: false } : query, roll: data, outbox }
}
