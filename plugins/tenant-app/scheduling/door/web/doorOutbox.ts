import { countText } from '#core/contract/count-text.ts'
import { ApiError } from '#core/web/apiError.ts'
import { serverTime } from '#core/web/answers.ts'
import { refresh } from '#core/web/client.ts'
import type { OutboxKind } from '#core/web/outbox.ts'
import { reportGone } from '../../rosters/web/reportGone.ts'
import { NO_EVENT_CODE } from '../contract.ts'
import { doorApi, doorReads, rollCallApi } from './client.ts'
import { storedEntry, type EntryOf, type StoredEntry } from './storedEntry.ts'

/** Entries that one call takes. */
const MAX_BATCH = 200

/** Milliseconds after which an arrival has happened, whatever is the case by the time it is sent. */
const FACT_AFTER_MS = 15_000

const NOTHING_REFUSED: ReadonlyMap<string, string> = new Map()

/** A release that is kept has happened; an arrival that is sent at once is judged. */
const isFact = ({ event, madeAt }: EntryOf<'event'>) =>
  event.isFact || serverTime().getTime() - Date.parse(madeAt) > FACT_AFTER_MS

const isOf =
  <Act extends StoredEntry['act']>(act: Act) =>
  (entry: StoredEntry): entry is EntryOf<Act> =>
    entry.act === act

async function sendEvents(entries: readonly EntryOf<'event'>[], madeBy: string): Promise<ReadonlyMap<string, string>> {
  const [first] = entries
  if (!first) return NOTHING_REFUSED
  const outcomes = await doorApi.recordDoorEvents.call({
    madeBy,
    params: { id: first.sessionId },
    query: { meeting: first.meetingId },
    body: { events: entries.map((entry) => ({ ...entry.event, isFact: isFact(entry) })) },
  })
  return new Map(outcomes.flatMap(({ id, refusal }) => (refusal === null ? [] : [[id, refusal] as const])))
}

async function sendMarks(entries: readonly EntryOf<'roll-mark'>[], madeBy: string): Promise<void> {
  await rollCallApi.markRollCall.call({
    madeBy,
    params: { id: entries[0]?.rollCallId ?? '' },
    body: {
      marks: entries.map(({ id, studentId, point, isSafe, madeAt }) => ({ id, studentId, point, isSafe, madeAt })),
    },
  })
}

/** Takes an event back; one that the server does not have needs no undo. */
async function sendUndo({ id, sessionId, eventId, madeAt }: EntryOf<'undo'>, madeBy: string): Promise<void> {
  try {
    await doorApi.undoDoorEvent.call({ madeBy, params: { id: sessionId }, body: { id, eventId, madeAt } })
  } catch (error) {
    if (!(error instanceof ApiError && error.code === NO_EVENT_CODE)) throw error
  }
}

async function sendContacts({ id, rollCallId, studentId, madeAt }: EntryOf<'contacts'>, madeBy: string): Promise<void> {
  await rollCallApi.noteContactView.call({ madeBy, params: { id: rollCallId }, body: { id, studentId, madeAt } })
}

async function sendOne(entry: Exclude<StoredEntry, EntryOf<'event' | 'roll-mark'>>, madeBy: string): Promise<void> {
  if (entry.act === 'contacts') return sendContacts(entry, madeBy)
  const { id, sessionId, meetingId, madeAt } = entry
  const at = { madeBy, params: { id: sessionId }, query: { meeting: meetingId } }
  if (entry.act === 'undo') return sendUndo(entry, madeBy)
  if (entry.act === 'call') {
    await doorApi.logDoorCall.call({ ...at, body: { ...entry.call, id, studentId: entry.studentId, madeAt } })
  } else if (entry.act === 'head-count') {
    await rollCallApi.countHeads.call({ ...at, body: { id, counted: entry.counted, madeAt } })
  } else {
    const { kind, isDrill, children } = entry
    const studentIds = children.map(({ studentId }) => studentId)
    await rollCallApi.startRollCall.call({ ...at, body: { id, kind, isDrill, madeAt, studentIds } })
  }
}

const nouns = [
  ['event', 'arrival or departure', 'arrivals or departures'],
  ['undo', 'undo', 'undos'],
  ['call', 'call', 'calls'],
  ['head-count', 'head count', 'head counts'],
  ['roll-call', 'roll call', 'roll calls'],
  ['contacts', 'entry of the access log', 'entries of the access log'],
  ['roll-mark', 'mark of a roll call', 'marks of roll calls'],
] as const

/** '2 arrivals and departures, 1 head count' */
export const countEntries = (entries: readonly StoredEntry[]): string =>
  nouns
    .flatMap(([act, one, many]) => {
      const { length } = entries.filter((entry) => entry.act === act)
      return length > 0 ? countText(length, one, many) : []
    })
    .join(', ')

/** Acts at the door that are not saved yet. */
export const doorOutbox: OutboxKind<StoredEntry> = {
  kind: 'door',
  reportGone: reportGone('door'),
  schema: storedEntry,
  // Acts of one kind at one place go together, others alone.
  groupOf: (entry) => {
    if (entry.act === 'event') return `event ${entry.meetingId} ${isFact(entry)}`
    return entry.act === 'roll-mark' ? `roll-mark ${entry.rollCallId}` : entry.id
  },
  maxBatch: MAX_BATCH,
  noun: (count) => countText(count, 'door entry', 'door entries'),
  words: (count) => countText(count, 'door entry is', 'door entries are'),
  refresh: (queryClient) => refresh(queryClient, [...doorReads, rollCallApi.getRollCall.key()]),
  send: async (entries, madeBy) => {
    const [first] = entries
    if (!first) return NOTHING_REFUSED
    if (first.act === 'event') return sendEvents(entries.filter(isOf('event')), madeBy)
    if (first.act === 'roll-mark') await sendMarks(entries.filter(isOf('roll-mark')), madeBy)
    else await sendOne(first, madeBy)
    return NOTHING_REFUSED
  },
}
