import { ApiError, unreachableError } from '#core/web/apiError.ts'
import { keepUnsavedWork } from '#core/web/unsavedWork.ts'
import type { Beat, Learned } from '../contract.ts'
import { learningApi } from './client.ts'
import { joinBeats } from './joinBeats.ts'

interface Waiting {
  lessonId: string
  beat: Beat
  onAnswer: (answer: Learned) => void
}

/** Reason why progress in lessons cannot be saved. */
export type Trouble = { type: 'lost' } | { type: 'refused'; words: string }

/** Milliseconds for which simultaneous reports are collected: opening a lesson reports its first page too. */
const SEND_DELAY_MS = 300
/** Milliseconds until a failed report is retried. */
const RETRY_DELAY_MS = 5000

// Outlives the page of a lesson: its reports are sent although the learner has moved to the next one.
let waiting: Waiting[] = []
let isSending = false
let isLeaving = false
let isWatching = false
let trouble: Trouble | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function setTrouble(next: Trouble | undefined): void {
  if (next?.type === trouble?.type) return
  trouble = next
  for (const listener of listeners) listener()
}

/** Snapshot for `useSyncExternalStore`. */
export const getTrouble = (): Trouble | undefined => trouble

export function subscribeToTrouble(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Queues a report of progress, also while offline. Pending reports are merged: the server credits no more than can have been
 * played since the last one.
 */
export function queueBeat(lessonId: string, beat: Partial<Beat>, onAnswer: Waiting['onAnswer']): void {
  const queued: Beat = { played: [], rate: 1, seconds: 0, ...beat }
  watchPage()
  if (isLeaving) return sendLast({ lessonId, beat: queued })
  // The first report may be in flight.
  const last = waiting.length > (isSending ? 1 : 0) ? waiting.at(-1) : undefined
  const joined = last?.lessonId === lessonId ? joinBeats(last.beat, queued) : undefined
  if (last && joined) last.beat = joined
  else waiting.push({ lessonId, beat: queued, onAnswer })
  if (!isSending && trouble?.type !== 'lost') sendIn(SEND_DELAY_MS)
}

function sendIn(milliseconds: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => void sendWaiting(), milliseconds)
}

async function sendWaiting(): Promise<void> {
  if (isSending) return
  clearTimeout(timer)
  isSending = true
  for (let next = waiting[0]; next && (await sendBeat(next)); next = waiting[0]) {
    waiting = waiting.filter((one) => one !== next)
  }
  isSending = false
  if (trouble?.type === 'lost') sendIn(RETRY_DELAY_MS)
}

/** Sends a report. @returns true if the server has responded in any way */
async function sendBeat({ lessonId, beat, onAnswer }: Waiting): Promise<boolean> {
  const answer = await learningApi.sendBeat
    .call({ params: { lessonId }, body: beat })
    // A malformed response, for example from a proxy, counts as none.
    .catch((error: unknown) => (error instanceof ApiError ? error : unreachableError()))
  if (!(answer instanceof ApiError)) {
    setTrouble(undefined)
    onAnswer(answer)
  } else if (isPassing(answer)) {
    setTrouble({ type: 'lost' })
    return false
  } else setTrouble({ type: 'refused', words: describeError(answer) })
  return true
}

/** Checks if there is no response, or one that says nothing about the request: it is retried. */
const isPassing = ({ status }: ApiError) => status === 0 || status === 429 || status >= 500

const describeError = ({ code, detail }: ApiError) =>
  code === 'subscription.read-only' ? 'Your organization is read-only. You can go on reading.' : detail

/** Sends a report when the page is left, without awaiting a response. */
function sendLast({ lessonId, beat }: Pick<Waiting, 'lessonId' | 'beat'>): void {
  const body = new Blob([JSON.stringify(beat)], { type: 'application/json' })
  navigator.sendBeacon(learningApi.sendBeat.url({ params: { lessonId }, body: beat }), body)
}

/** Listens to the connection and to the page being left, from the first beat on. */
function watchPage(): void {
  if (isWatching) return
  isWatching = true
  window.addEventListener('online', () => void sendWaiting())
  const leave = () => {
    isLeaving = true
    for (const one of waiting) sendLast(one)
    waiting = []
  }
  // Captures the event before players report their last seconds.
  window.addEventListener('pagehide', leave, { capture: true })
  window.addEventListener('pageshow', () => {
    isLeaving = false
  })
  keepUnsavedWork({
    words: () => (trouble?.type === 'lost' ? 'What you have done in lessons is not sent yet' : undefined),
    discard: () => {
      waiting = []
    },
  })
}
