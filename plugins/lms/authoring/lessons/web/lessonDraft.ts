import type { RichText } from '#core/contract/rich-text.ts'
import { ApiError } from '#core/web/apiError.ts'
import { errorText, isOutdated } from '#core/web/ui/feedback/errorText.ts'
import type { LessonContent } from '../contract.ts'

/** Milliseconds without a change after which the draft is saved. */
const SAVE_DEBOUNCE_MS = 1000
/** Milliseconds after which a failed save is retried. */
const RETRY_DELAY_MS = 5000

/** Draft of a lesson's content. */
export interface Written {
  body: RichText
  details: Record<string, unknown>
  contentUrl: string
}

type Part = keyof Written

/** State of the last save: `failed` is retried automatically, `refused` and `conflict` are not. */
export type DraftProgress = 'saved' | 'pending' | 'saving' | 'failed' | 'refused' | 'conflict'

export interface DraftState extends Written {
  /** Lesson as it is saved. */
  known: LessonContent
  progress: DraftProgress
  /** Message about why the draft is not saved. */
  reason: string | undefined
  /** Message per field, such as `details.replies`. */
  fields: Readonly<Record<string, string>>
  /** Content that another author has saved meanwhile. */
  theirs: LessonContent | undefined
  /** Incremented whenever the text is replaced by anything but the author's typing. */
  generation: number
}

interface Calls {
  save: (change: Partial<Written>, known: LessonContent) => Promise<LessonContent>
  reread: () => Promise<LessonContent>
  /** Called after each save. */
  onSaved: () => void
}

const parts = ['body', 'details', 'contentUrl'] as const
const toWritten = ({ body, details, lesson }: LessonContent): Written => ({
  body,
  details,
  contentUrl: lesson.contentUrl,
})
// Both are serialized by the server, in the same way.
const isSame = (one: LessonContent, other: LessonContent, part: Part) =>
  JSON.stringify(toWritten(one)[part]) === JSON.stringify(toWritten(other)[part])

/**
 * Lesson while it is edited: changes are saved after a short pause, one request after the other. Another author's changes are
 * taken over in fields that this author has not touched, and otherwise shown beside this author's text, which stays.
 */
export class LessonDraft {
  readonly #calls: Calls
  readonly #listeners = new Set<() => void>()
  readonly #changed = new Set<Part>()
  #state: DraftState
  #timer: ReturnType<typeof setTimeout> | undefined
  #isSending = false

  constructor(known: LessonContent, calls: Calls) {
    this.#calls = calls
    const begun = { progress: 'saved' as const, reason: undefined, fields: {}, theirs: undefined, generation: 0 }
    this.#state = { known, ...toWritten(known), ...begun }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly state = (): DraftState => this.#state

  readonly change = (change: Partial<Written>): void => {
    for (const part of parts) if (change[part] !== undefined) this.#changed.add(part)
    this.#set({ ...change, ...(this.#state.progress === 'conflict' ? {} : { progress: 'pending' }) })
    this.#later(SAVE_DEBOUNCE_MS)
  }

  /** Saves pending changes now. */
  readonly flush = async (): Promise<void> => {
    clearTimeout(this.#timer)
    if (this.#isSending || this.#changed.size === 0 || this.#state.progress === 'conflict') return
    const sent = [...this.#changed]
    this.#changed.clear()
    this.#isSending = true
    this.#set({ progress: 'saving' })
    try {
      const change = Object.fromEntries(sent.map((part) => [part, this.#state[part]]))
      const known = await this.#calls.save(change, this.#state.known)
      this.#set({ known, reason: undefined, fields: {}, progress: this.#changed.size > 0 ? 'pending' : 'saved' })
      this.#calls.onSaved()
      if (this.#changed.size > 0) this.#later(SAVE_DEBOUNCE_MS)
    } catch (error) {
      const isChangedSince = this.#changed.size > 0
      for (const part of sent) this.#changed.add(part)
      await this.#failed(error)
      // Text typed meanwhile may have been the missing part.
      if (isChangedSince && this.#state.progress === 'refused') this.#later(SAVE_DEBOUNCE_MS)
    } finally {
      this.#isSending = false
    }
  }

  /** Overwrites the other author's version with the local one. */
  readonly keepMine = (): Promise<void> => {
    const { theirs, known } = this.#state
    if (theirs) {
      const isOtherType = theirs.lesson.contentType !== known.lesson.contentType
      // Details of one kind mean nothing to another.
      if (isOtherType) this.#changed.delete('details')
      // With nothing left to save, no request would set the state to saved.
      const progress = this.#changed.size > 0 ? ('pending' as const) : ('saved' as const)
      const settled = { known: theirs, theirs: undefined, reason: undefined, fields: {}, progress }
      this.#set({ ...settled, ...(isOtherType && { details: theirs.details }) })
    }
    return this.flush()
  }

  /** Takes the other author's version and discards the local one. */
  readonly takeTheirs = (): void => {
    const { theirs, generation } = this.#state
    if (!theirs) return
    this.#changed.clear()
    const settled = { theirs: undefined, reason: undefined, fields: {}, progress: 'saved' as const }
    this.#set({ known: theirs, ...toWritten(theirs), ...settled, generation: generation + 1 })
  }

  async #failed(error: unknown): Promise<void> {
    if (isOutdated(error)) {
      try {
        return this.#meet(await this.#calls.reread())
      } catch (thrown) {
        return this.#failed(thrown)
      }
    }
    const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
    const fields = error instanceof ApiError ? error.fields : {}
    this.#set({ progress: isRefused ? 'refused' : 'failed', reason: errorText(error), fields })
    if (!isRefused) this.#later(RETRY_DELAY_MS)
  }

  /** Merges the version of an author who was faster. */
  #meet(theirs: LessonContent): void {
    const { known, generation } = this.#state
    const isDisputed =
      theirs.lesson.contentType !== known.lesson.contentType ||
      [...this.#changed].some((part) => !isSame(known, theirs, part))
    if (isDisputed) {
      this.#set({ theirs, progress: 'conflict', reason: undefined })
      return
    }
    const untouched = parts.filter((part) => !this.#changed.has(part) && !isSame(known, theirs, part))
    const taken = Object.fromEntries(untouched.map((part) => [part, toWritten(theirs)[part]]))
    const isOtherText = untouched.includes('body')
    this.#set({ known: theirs, ...taken, progress: 'pending', generation: generation + (isOtherText ? 1 : 0) })
    this.#later(0)
  }

  #later(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), milliseconds)
  }

  #set(change: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
