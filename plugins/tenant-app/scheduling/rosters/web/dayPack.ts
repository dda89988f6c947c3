import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { mayStillWork } from '#core/web/apiError.ts'
import { listenForConnection } from '#core/web/connection.ts'
import { askToKeep } from '#core/web/deviceStorage.ts'
import { sealedStore } from '#core/web/sealedStore.ts'
import { useUser } from '#core/web/session.ts'
import { useNow } from '../../../shared/web/useNow.ts'
import {
  PACK_HOURS_AFTER_END,
  storedMeeting,
  type PackChild,
  type StoredMeeting,
  type TodayPack,
} from '../today-contract.ts'
import { todayApi } from './client.ts'

const HOUR_MS = 3_600_000
/** Milliseconds between reads of the pack. */
const REFRESH_INTERVAL_MS = 300_000

/** States of children at a door, by the student's id; none for children who are expected. */
type DoorStates = ReadonlyMap<string, StoredMeeting['places'][number]['door']>

const storeOf = (userId: string) => sealedStore({ userId, kind: 'day-pack', schema: storedMeeting, isHeld: true })

const isKept = ({ endsAt }: StoredMeeting, now: number) => now < Date.parse(endsAt) + PACK_HOURS_AFTER_END * HOUR_MS

/** Reads the meetings on the device in order, and deletes expired ones. */
async function readStored(userId: string): Promise<StoredMeeting[]> {
  const store = storeOf(userId)
  const stored = await store.list()
  const over = stored.filter((meeting) => !isKept(meeting, Date.now()))
  if (over.length > 0) await store.remove(over.map(({ id }) => id))
  return stored
    .filter((meeting) => isKept(meeting, Date.now()))
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
}

/** Replaces the pack on the device: of one session where the request was for one. */
async function savePack(userId: string, pack: TodayPack, sessionId: string | undefined): Promise<void> {
  const store = storeOf(userId)
  const children = new Map(pack.children.map((child) => [child.id, child]))
  const meetings = pack.meetings.map((meeting) => ({
    ...meeting,
    children: meeting.places.flatMap(({ studentId }) => children.get(studentId) ?? []),
  }))
  const current = new Set(meetings.map(({ id }) => id))
  const stored = await store.list()
  const replaced = stored.filter(
    (one) => !current.has(one.id) && (sessionId === undefined || one.sessionId === sessionId),
  )
  if (replaced.length > 0) await store.remove(replaced.map(({ id }) => id))
  if (meetings.length === 0) return
  askToKeep()
  await store.put(meetings)
}

/** Notes what a newer answer than the pack says of the door of a meeting that the device holds. */
async function saveDoor(userId: string, meetingId: string, states: DoorStates): Promise<void> {
  const store = storeOf(userId)
  const meeting = (await store.list()).find(({ id }) => id === meetingId)
  if (!meeting) return
  await store.put([
    { ...meeting, places: meeting.places.map((place) => ({ ...place, door: states.get(place.studentId) ?? null })) },
  ])
}

/** Key of what the device holds; it begins with no address, since no server is asked. */
const storedKey = (userId: string): QueryKey => ['day-pack', userId]

/** Returns the user's meetings on the device; undefined until they are read. */
export function useStoredMeetings(): readonly StoredMeeting[] | undefined {
  const { id } = useUser()
  const stored = useQuery({
    queryKey: storedKey(id),
    queryFn: () => readStored(id),
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
  })
  return stored.data
}

/**
 * Finds a session's meeting on this device while the server is unreachable: the chosen one, else the next to end, else the
 * last.
 * @param query the server's query that the meeting substitutes
 */
export function useStoredMeeting(
  sessionId: string,
  query: { data: unknown; error: Error | null },
  chosen: string | undefined,
): StoredMeeting | undefined {
  const isOnline = useSyncExternalStore(listenForConnection, () => navigator.onLine)
  const stored = useStoredMeetings()
  const now = useNow()
  const isUnreachable = !isOnline || (query.error !== null && mayStillWork(query.error))
  if (query.data !== undefined || !isUnreachable) return undefined
  const own = stored?.filter((meeting) => meeting.sessionId === sessionId) ?? []
  return own.find(({ id }) => id === chosen) ?? own.find(({ endsAt }) => Date.parse(endsAt) > now) ?? own.at(-1)
}

/**
 * Reads the day's pack and stores it on the device: for an instructor all own meetings, for an admin those of one session, and
 * none without one.
 */
export function useDayPack(sessionId?: string): { pack: TodayPack | undefined; isAwaited: boolean } {
  const { id: userId, role } = useUser()
  const queryClient = useQueryClient()
  const session = role === 'instructor' ? undefined : sessionId
  const { data, isLoading, failureCount } = useQuery({
    ...todayApi.getTodayPack({ query: { session } }),
    enabled: role === 'instructor' || session !== undefined,
    refetchInterval: REFRESH_INTERVAL_MS,
    refetchOnMount: 'always',
  })
  useEffect(() => {
    if (!data) return
    void savePack(userId, data, session).then(() => queryClient.invalidateQueries({ queryKey: storedKey(userId) }))
  }, [data, session, userId, queryClient])
  return { pack: data, isAwaited: isLoading && failureCount === 0 }
}

/** Keeps on this device where the children of a meeting are, as the server said last. */
export function useStoreDoor(meetingId: string | undefined, states: DoorStates | undefined): void {
  const { id: userId } = useUser()
  const queryClient = useQueryClient()
  useEffect(() => {
    if (meetingId === undefined || states === undefined) return
    void saveDoor(userId, meetingId, states).then(() => queryClient.invalidateQueries({ queryKey: storedKey(userId) }))
  }, [meetingId, states, userId, queryClient])
}

/**
 * Returns what staff must know of a session's children, by the child's id: from the server, else from this device. It is
 * undefined while loading, since rows that grow later would shift the buttons.
 */
export function usePackChildren(sessionId: string): ReadonlyMap<string, PackChild> | undefined {
  const { pack, isAwaited } = useDayPack(sessionId)
  const stored = useStoredMeetings()
  const ofDevice = stored?.filter((one) => one.sessionId === sessionId).flatMap((one) => one.children) ?? []
  const children = pack?.children ?? ofDevice
  if (isAwaited && children.length === 0) return undefined
  return new Map(children.map((child) => [child.id, child]))
}
