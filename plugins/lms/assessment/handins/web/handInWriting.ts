import { isLinkAddress } from '#core/contract/link-address.ts'
import { ApiError } from '#core/web/apiError.ts'
import { errorText, isOutdated } from '#core/web/ui/feedback/errorText.ts'
import type { PutFile } from '../../../authoring/files/put-contract.ts'
import type { HandInDraft, OwnHandIn } from '../contract.ts'
import { parseLinks } from './handInLabels.ts'

/** Milliseconds without a change after which it is saved. */
const SAVE_DEBOUNCE_MS = 1000
/** Milliseconds after which what could not be sent is sent again. */
const RETRY_DELAY_MS = 5000

type Draft = OwnHandIn['draft']

/** Text in the fields. */
export interface Writing {
  text: string
  /** Addresses as they were typed, one on each line. */
  links: string
  files: readonly PutFile[]
}

/** State of the last save: `failed` is retried by itself, `refused` and `conflict` are not. */
export interface WritingState extends Writing {
  progress: 'saved' | 'pending' | 'saving' | 'failed' | 'refused' | 'conflict'
  /** Time of the saved draft; null: there is none. */
  updatedAt: string | null
  /** In words, where it is not saved. */
  reason: string | undefined
  /** Draft that another tab, or another member of the team, has saved meanwhile. */
  theirs: Draft | undefined
}

interface Calls {
  save: (draft: HandInDraft) => Promise<Draft>
  reread: () => Promise<Draft>
}

const toFields = ({ text, links, files, updatedAt }: Draft) => ({ text, links: links.join('\n'), files, updatedAt })

/** Draft as it is saved: an address that is still being typed is none yet. */
export const toBody = ({ text, links, files, updatedAt }: WritingState): HandInDraft => ({
  text,
  links: parseLinks(links).filter(isLinkAddress),
  fileIds: files.map(({ id }) => id),
  updatedAt,
})

const isSame = (kept: Draft, { text, links, fileIds }: HandInDraft): boolean =>
  kept.text === text.trim() &&
  kept.links.join('\n') === links.join('\n') &&
  kept.files.map(({ id }) => id).join() === fileIds.join()

/** Submission while it is written: saved after a moment, one call after the other. */
export class HandInWriting {
  readonly #calls: Calls
  readonly #listeners = new Set<() => void>()
  #state: WritingState
  #isChanged = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | undefined
  /** Last draft that was sent, arrived or not. */
  #sent: HandInDraft | undefined

  constructor(draft: Draft, calls: Calls) {
    this.#calls = calls
    this.#state = { ...toFields(draft), progress: 'saved', reason: undefined, theirs: undefined }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly state = (): WritingState => this.#state

  readonly change = (change: Partial<Writing>): void => {
    this.#isChanged = true
    this.#set({ ...change, ...(this.#state.progress === 'conflict' ? {} : { progress: 'pending' }) })
    this.#later(SAVE_DEBOUNCE_MS)
  }

  /** Saves what is not saved yet, now, after what is under way. */
  readonly flush = async (): Promise<void> => {
    clearTimeout(this.#timer)
    await this.#running
    if (!this.#isChanged || this.#state.progress === 'conflict') return
    this.#running = this.#save().finally(() => {
      this.#running = undefined
    })
    await this.#running
  }

  /** Takes what is kept, where nothing else was written here since. */
  readonly meet = (draft: Draft): void => {
    if (this.#isChanged || this.#running || draft.updatedAt === this.#state.updatedAt) return
    this.begin(draft)
  }

  /** Goes on from a draft; what was written here is given up. */
  readonly begin = (draft: Draft): void => {
    clearTimeout(this.#timer)
    this.#isChanged = false
    this.#set({ ...toFields(draft), progress: 'saved', reason: undefined, theirs: undefined })
  }

  /** Puts one's own in the place of theirs. */
  readonly keepMine = (): Promise<void> => {
    const { theirs } = this.#state
    if (theirs) this.#set({ updatedAt: theirs.updatedAt, theirs: undefined, progress: 'pending' })
    return this.flush()
  }

  /** Goes on from theirs; one's own is given up. */
  readonly takeTheirs = (): void => {
    const { theirs } = this.#state
    if (theirs) this.begin(theirs)
  }

  async #save(): Promise<void> {
    this.#isChanged = false
    this.#set({ progress: 'saving' })
    try {
      this.#sent = toBody(this.#state)
      const { updatedAt } = await this.#calls.save(this.#sent)
      this.#set({ updatedAt, reason: undefined, progress: this.#isChanged ? 'pending' : 'saved' })
      if (this.#isChanged) this.#later(SAVE_DEBOUNCE_MS)
    } catch (error) {
      this.#isChanged = true
      await this.failed(error)
    }
  }

  /** Says what a call that carried the draft was refused for. */
  readonly failed = async (error: unknown): Promise<void> => {
    if (isOutdated(error)) {
      try {
        const theirs = await this.#calls.reread()
        this.#isChanged = true
        if (this.#sent && isSame(theirs, this.#sent)) {
          // It had arrived, and only the answer was lost: nobody else has written.
          this.#set({ updatedAt: theirs.updatedAt, progress: 'pending', reason: undefined })
          this.#later(SAVE_DEBOUNCE_MS)
          return undefined
        }
        return this.#set({ theirs, progress: 'conflict', reason: undefined })
      } catch (thrown) {
        return this.failed(thrown)
      }
    }
    const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
    this.#set({ progress: isRefused ? 'refused' : 'failed', reason: errorText(error) })
    if (!isRefused) this.#later(RETRY_DELAY_MS)
    return undefined
  }

  #later(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), milliseconds)
  }

  #set(change: Partial<WritingState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
