import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useOutbox } from '#core/web/outbox.ts'
import { useDayPack, useStoreDoor, useStoredMeeting } from '../../rosters/web/dayPack.ts'
import { doorApi } from './client.ts'
import { doorOutbox } from './doorOutbox.ts'
import { addWaiting, doorOfPack, statesOf } from './knownDoor.ts'

/** Milliseconds after which events of other devices are looked for. */
const POLL_INTERVAL_MS = 10_000

/** Reads the door of a session: of the server, else what this device holds of it, with what is not saved yet. */
export function useDoor(sessionId: string) {
  const query = useQuery({ ...doorApi.getDoor({ params: { id: sessionId } }), refetchInterval: POLL_INTERVAL_MS })
  useDayPack(sessionId)
  const stored = useStoredMeeting(sessionId, query, undefined)
  const [, { waiting }] = useOutbox(doorOutbox)
  const states = useMemo(() => query.data && statesOf(query.data), [query.data])
  useStoreDoor(query.data?.meeting.id, states)
  const known = query.data ?? (stored && doorOfPack(stored))
  const door = known && addWaiting(known, waiting)
  return {
    query: door ? { ...query, data: door, error: null, isPending: false } : query,
    door,
    isStored: !query.data && stored !== undefined,
  }
}
