import { ApiError } from '#core/web/apiError.ts'
import { sendInParts, type Sending } from '#core/web/sendInParts.ts'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { MAX_PICTURE_BYTES, MEDIA_FILE, type MediaDetail } from '../contract.ts'
import { mediaApi } from './client.ts'

export interface QueuedFile {
  id: number
  name: string
  /** `paused` can be resumed, `failed` retried. */
  state: 'waiting' | 'sending' | 'paused' | 'done' | 'failed'
  /** Progress from 0 to 1. */
  share: number
  /** False for images, which are sent whole. */
  canPause: boolean
  message: string | undefined
  /** Uploaded media, once it is done and could be read. */
  kept: MediaDetail | undefined
}

interface Entry extends QueuedFile {
  file: File
  sessionId: string | null
  sending: Sending | undefined
  /** Set once all parts have arrived: the file is in the library, and only needs to be read. */
  mediaId: string | undefined
}

/** Number of parallel uploads. */
const MAX_PARALLEL_UPLOADS = 2

/** Milliseconds until a rate-limited upload is retried. */
const RETRY_DELAY_MS = 10_000

const MAX_BYTES = 2 * 1024 ** 3

/** Types that the server encodes anew; others are sent in parts. */
const pictures = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/heic',
  'image/heif',
])

/** Uploads of one user to the library. It belongs to no page, so that users can continue to work meanwhile. */
export class UploadQueue {
  readonly #userId: string
  readonly #onKept: () => void
  readonly #listeners = new Set<() => void>()
  #entries: readonly Entry[] = []
  #nextId = 1

  /** @param onKept called after each file that is in the library */
  constructor(userId: string, onKept: () => void) {
    this.#userId = userId
    this.#onKept = onKept
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly items = (): readonly QueuedFile[] => this.#entries

  add(files: readonly File[], sessionId: string | null): void {
    const added = files.map((file): Entry => {
      const canPause = !pictures.has(file.type)
      const message = refusalOf(file, canPause)
      return {
        id: this.#nextId++,
        name: file.name,
        state: message === undefined ? 'waiting' : 'failed',
        share: 0,
        canPause,
        message,
        kept: undefined,
        file,
        sessionId,
        sending: undefined,
        mediaId: undefined,
      }
    })
    this.#set([...this.#entries, ...added])
    this.#next()
  }

  pause(id: number): void {
    this.#find(id)?.sending?.pause()
    this.#change(id, { state: 'paused' })
    this.#next()
  }

  /** Resumes or retries an upload. */
  resume(id: number): void {
    const entry = this.#find(id)
    if (!entry) return
    if (entry.state === 'paused' && entry.sending) {
      this.#change(id, { state: 'sending' })
      entry.sending.resume()
      return
    }
    this.#change(id, { state: 'waiting', message: undefined, sending: undefined })
    this.#next()
  }

  /** Removes an upload from the list, and cancels it unless it is complete. */
  remove(id: number): void {
    const entry = this.#find(id)
    this.#set(this.#entries.filter((one) => one.id !== id))
    if (entry && entry.state !== 'done') entry.sending?.cancel()
    this.#next()
  }

  /** Number of uploads that are neither complete nor canceled. */
  readonly unsent = (): number =>
    this.#entries.filter(({ state }) => state === 'waiting' || state === 'sending' || state === 'paused').length

  /** Cancels all uploads, which must not continue under another user. */
  close(): void {
    const entries = this.#entries
    this.#set([])
    for (const { state, sending } of entries) if (state !== 'done') sending?.cancel()
  }

  clearDone(): void {
    this.#set(this.#entries.filter(({ state }) => state !== 'done'))
  }

  #find(id: number): Entry | undefined {
    return this.#entries.find((one) => one.id === id)
  }

  #set(entries: readonly Entry[]): void {
    this.#entries = entries
    for (const listener of this.#listeners) listener()
  }

  #change(id: number, change: Partial<Entry>): void {
    this.#set(this.#entries.map((one) => (one.id === id ? { ...one, ...change } : one)))
  }

  #next(): void {
    const free = MAX_PARALLEL_UPLOADS - this.#entries.filter(({ state }) => state === 'sending').length
    const waiting = this.#entries.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))
    for (const { id } of waiting) this.#change(id, { state: 'sending' })
    for (const entry of waiting) void (entry.canPause ? this.#sendParts(entry) : this.#sendPicture(entry))
  }

  async #sendParts({ id, file, sessionId, mediaId: sent }: Entry): Promise<void> {
    if (sent !== undefined) return this.#readSent(id, sent)
    const sending = await sendInParts({
      file,
      kind: MEDIA_FILE,
      ownerId: sessionId,
      userId: this.#userId,
      onProgress: (share) => this.#change(id, { share }),
      onDone: (mediaId) => void this.#readSent(id, mediaId),
      onFailure: (message) => this.#fail(id, message),
    }).catch((error: unknown) => this.#fail(id, errorText(error)))
    if (!sending) return
    // The user may have removed it meanwhile.
    const now = this.#find(id)
    if (!now) sending.cancel()
    else if (now.mediaId === undefined) this.#change(id, { sending })
  }

  /** Reads an uploaded file, and counts as done if that fails: a retry would add it twice. */
  async #readSent(id: number, mediaId: string): Promise<void> {
    this.#change(id, { mediaId, sending: undefined })
    try {
      this.#finish(id, await mediaApi.getMedia.call({ params: { id: mediaId } }))
    } catch (error) {
      if (isTooQuick(error)) this.#waitFor(id)
      else this.#finish(id, undefined)
    }
  }

  async #sendPicture({ id, file, sessionId }: Entry): Promise<void> {
    const controller = new AbortController()
    const stop = () => controller.abort()
    this.#change(id, { sending: { pause: stop, resume: () => undefined, cancel: stop } })
    const onProgress = (share: number) => this.#change(id, { share })
    const body = { ...(sessionId !== null && { sessionId }) }
    await this.#keep(id, () => mediaApi.putPicture.call({ file, body, onProgress }, controller.signal))
  }

  async #keep(id: number, work: () => Promise<MediaDetail>): Promise<void> {
    try {
      this.#finish(id, await work())
    } catch (error) {
      if (isTooQuick(error)) this.#waitFor(id)
      else this.#fail(id, errorText(error))
    }
  }

  #finish(id: number, kept: MediaDetail | undefined): void {
    this.#change(id, { state: 'done', share: 1, message: undefined, kept, sending: undefined })
    this.#onKept()
    this.#next()
  }

  /** Waits: the server limits the images that it encodes in a minute. */
  #waitFor(id: number): void {
    this.#change(id, { message: 'Waiting for its turn', share: 0 })
    setTimeout(() => {
      if (this.#find(id)?.state !== 'sending') return
      this.#change(id, { state: 'waiting', message: undefined })
      this.#next()
    }, RETRY_DELAY_MS)
  }

  #fail(id: number, message: string): void {
    this.#change(id, { state: 'failed', message, sending: undefined })
    this.#next()
  }
}

const isTooQuick = (error: unknown) => error instanceof ApiError && (error.status === 429 || error.status === 503)

/** Returns the reason for which the server would refuse a file, before it is sent. */
function refusalOf({ size }: File, canPause: boolean): string | undefined {
  if (size === 0) return 'The file is empty'
  if (!canPause) return size > MAX_PICTURE_BYTES ? 'A picture has at most 25 MB' : undefined
  return size > MAX_BYTES ? 'A file has at most 2 GB' : undefined
}
