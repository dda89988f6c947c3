import { useMutation } from '@tanstack/react-query'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { UNDO_SECONDS, type DoorChild, type EventOutcome, type NewDoorEvent } from '../contract.ts'
import { doorApi, doorReads } from './client.ts'

/** Milliseconds for which a message offers to take an event back. */
const UNDO_MS = 8000

type Given = Pick<NewDoorEvent, 'kind' | 'by' | 'release'>

/** Records arrivals and releases at the door of a session, and takes them back. */
export function useDoorEvents(sessionId: string, meetingId: string) {
  const { mutateAsync, isPending } = useMutation(doorApi.recordDoorEvents.mutation({ touches: doorReads }))
  const undo = useMutation(doorApi.undoDoorEvent.mutation({ touches: doorReads }))
  const params = { id: sessionId }

  const takeBack = async (eventId: string, reason = '') => {
    await undo.mutateAsync({ params, body: { id: crypto.randomUUID(), eventId, reason } })
    notify({ title: 'Taken back' })
  }

  /** @returns the outcome; a refusal is for the caller to show */
  const send = async (child: DoorChild, given: Given): Promise<EventOutcome | undefined> => {
    const event = { id: crypto.randomUUID(), studentId: child.studentId, at: new Date().toISOString(), ...given }
    const [outcome] = await mutateAsync({ params, query: { meeting: meetingId }, body: { events: [event] } })
    if (outcome?.outcome === 'saved') {
      notify({
        title: given.kind === 'in' ? `${child.firstName} checked in` : `${child.firstName} released`,
        duration: UNDO_MS,
        action: { label: 'Undo', onAction: () => void takeBack(event.id).catch(failed) },
      })
    } else if (outcome?.outcome === 'note') {
      const what = given.kind === 'in' ? 'is here already' : 'was released already'
      notify({ title: `${child.firstName} ${what}`, description: 'Saved as a note in the log.' })
    }
    return outcome
  }

  const record = async (child: DoorChild, given: Given) => {
    try {
      const outcome = await send(child, given)
      if (outcome?.refusal) notify({ title: 'Not saved', description: outcome.refusal, tone: 'destructive' })
    } catch (error) {
      failed(error)
    }
  }

  const checkIn = (child: DoorChild) => record(child, { kind: 'in', by: null, release: null })

  /** Releases a child to the adult who said at a kiosk that it leaves; the server judges it anew. */
  const releaseTo = (child: DoorChild, { kind, personId }: NonNullable<DoorChild['leaving']>) =>
    record(child, { kind: 'out', by: { kind, personId, name: '' }, release: null })

  return { send, checkIn, releaseTo, takeBack, isPending }
}

const failed = (error: unknown) => notify({ title: 'Not saved', description: errorText(error), tone: 'destructive' })

/** Tells whether an event is taken back without a reason. */
export const isRecent = (recordedAt: string) => Date.now() - Date.parse(recordedAt) <= UNDO_SECONDS * 1000
