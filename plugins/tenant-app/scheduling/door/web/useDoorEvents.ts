import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { serverTime } from '#core/web/answers.ts'
import { useOutbox } from '#core/web/outbox.ts'
import { useUser } from '#core/web/session.ts'
import { tryNow } from '#core/web/tryNow.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { UNDO_SECONDS, type Door, type DoorChild, type EventOutcome, type NewDoorEvent } from '../contract.ts'
import { judgeRelease } from '../judge-release-contract.ts'
import { doorApi, doorReads } from './client.ts'
import { doorOutbox } from './doorOutbox.ts'

/** Milliseconds for which a message offers to take an event back. */
const UNDO_MS = 8000

type Given = Pick<NewDoorEvent, 'kind' | 'by' | 'release'>

/** Records arrivals and releases at the door of a session, and takes them back; without a connection, on this device. */
export function useDoorEvents(sessionId: string, door: Door) {
  const meetingId = door.meeting.id
  const { id: madeBy } = useUser()
  const [outbox] = useOutbox(doorOutbox)
  const { mutateAsync } = useMutation(doorApi.recordDoorEvents.mutation({ touches: doorReads, networkMode: 'always' }))
  // A call without an answer may last for minutes, while the next child is released by what this device knows.
  const [isPending, setPending] = useState(false)

  const entryOf = (child: DoorChild, id: string) => ({
    id,
    sessionId,
    meetingId,
    madeAt: serverTime().toISOString(),
    refusal: '',
    name: `${child.firstName} ${child.lastName}`,
  })

  const takeBack = async (child: DoorChild, eventId: string) => {
    const { name, ...entry } = entryOf(child, crypto.randomUUID())
    await outbox.add([{ ...entry, act: 'undo', studentId: child.studentId, eventId, what: `${name}: undo` }])
    notify({ title: 'Taken back' })
  }

  const keep = async (child: DoorChild, event: NewDoorEvent) => {
    const { name, ...entry } = entryOf(child, event.id)
    const what = `${name} ${event.kind === 'in' ? 'arrived' : leftWith(child, event)}`
    await outbox.add([{ ...entry, madeAt: event.at, act: 'event', event, what }])
  }

  const offerUndo = (title: string, child: DoorChild, eventId: string, description?: string) =>
    notify({
      title,
      ...(description !== undefined && { description }),
      duration: UNDO_MS,
      action: { label: 'Undo', onAction: () => void takeBack(child, eventId) },
    })

  /** Checks a child in: shown as soon as it is kept on this device, and sent at once where that is possible. */
  const checkIn = async (child: DoorChild) => {
    const event = makeEvent(child, { kind: 'in', by: null, release: null })
    await keep(child, event)
    offerUndo(`${child.firstName} checked in`, child, event.id)
  }

  /** @returns the outcome; a refusal is for the caller to show */
  const send = async (child: DoorChild, given: Given): Promise<EventOutcome | undefined> => {
    const event = makeEvent(child, given)
    const params = { id: sessionId }
    setPending(true)
    const answer = await tryNow(() =>
      mutateAsync({ madeBy, params, query: { meeting: meetingId }, body: { events: [event] } }),
    ).finally(() => setPending(false))
    const [outcome] = answer ?? [judgeHere(door, child, event)]
    if (answer === undefined && outcome?.outcome === 'saved') await keep(child, { ...event, isFact: true })
    if (outcome?.outcome === 'saved') {
      const description = answer ? undefined : 'Saved on this device. It is sent when the connection is back.'
      offerUndo(`${child.firstName} released`, child, event.id, description)
    } else if (outcome?.outcome === 'note') {
      notify({ title: `${child.firstName} was released already`, description: 'Saved as a note in the log.' })
    }
    return outcome
  }

  /** Releases a child to the adult who said at a kiosk that it leaves; it is judged anew. */
  const releaseTo = async (child: DoorChild, { kind, personId }: NonNullable<DoorChild['leaving']>) => {
    try {
      const outcome = await send(child, { kind: 'out', by: { kind, personId, name: '' }, release: null })
      if (outcome?.refusal) notify({ title: 'Not saved', description: outcome.refusal, tone: 'destructive' })
    } catch (error) {
      notify({ title: 'Not saved', description: errorText(error), tone: 'destructive' })
    }
  }

  return { send, checkIn, releaseTo, takeBack, isPending }
}

/** Makes an event with the name of the adult as it stands on this device: the list may be another when it is sent. */
function makeEvent({ studentId, allowed }: DoorChild, { by, ...given }: Given): NewDoorEvent {
  const name = allowed.find(({ id }) => id === by?.personId)?.name ?? by?.name ?? ''
  return {
    id: crypto.randomUUID(),
    studentId,
    at: serverTime().toISOString(),
    isFact: false,
    by: by && { ...by, name },
    ...given,
  }
}

function leftWith({ allowed }: DoorChild, { by }: NewDoorEvent): string {
  if (by?.kind === 'alone') return 'left alone'
  return `left with ${allowed.find(({ id }) => id === by?.personId)?.name ?? by?.name ?? ''}`
}

/** Judges an event by what this device knows. What needs an admin's decision needs the connection as well. */
export function judgeHere(door: Door, child: DoorChild, event: NewDoorEvent): EventOutcome {
  const { id, studentId } = event
  const judged = judgeRelease(event, {
    student: child.firstName,
    people: child,
    aloneFrom: child.aloneFrom,
    leads: door.leads,
    isAdmin: false,
    releasesAfterCall: door.releasesAfterCall,
  })
  if (judged.refusal === null) return { id, studentId, outcome: 'saved', refusal: null, isBarred: false }
  const refusal = `${judged.refusal} An admin can decide otherwise only with a connection.`
  return { id, studentId, outcome: 'refused', refusal, isBarred: judged.isBarred }
}

/** True if the last event of a child is taken back without a reason: it has just been made, and has just arrived. */
export const isRecent = ({ since, recordedAt }: Pick<DoorChild, 'since' | 'recordedAt'>) =>
  [since, recordedAt].every((time) => time !== null && serverTime().getTime() - Date.parse(time) <= UNDO_SECONDS * 1000)
