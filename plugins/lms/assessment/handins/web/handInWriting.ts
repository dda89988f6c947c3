import { isLinkAddress } from '#core/contract/link-address.ts'
import { ApiError } from '#core/web/apiError.ts'
import { errorText, isOutdated } from '#core/web/ui/feedback/errorText.ts'
import type { PutFile } from '../../../authoring/files/put-contract.ts'
import type { HandInDraft, OwnHandIn } from '../contract.ts'
import { parseLinks } from './handInLabels.ts'

/** Milliseconds without a change after which the draft is saved. */
const SAVE_DEBOUNCE_MS = 1000
/** Milliseconds after which a failed save is retried. */
const RETRY_DELAY_MS = 5000

type Draft = OwnHandIn['draft']

/** Text in the fields. */
export interface Writing {
  text: string
  /** Addresses as they were typed, one per line. */
  links: string
  files: readonly PutFile[]
}

/** State of the last save: `failed` is retried automatically, `refused` and `conflict` are not. */
export interface WritingState extends Writing {
  progress: 'saved' | 'pending' | 'saving' | 'failed' | 'refused' | 'conflict'
  /** Time of the saved draft; null: there is none. */
  updatedAt: string | null
  /** Message about why the draft is not saved. */
  reason: string | undefined
  /** Draft that another tab, or another member of the team, has saved meanwhile. */
  theirs: Draft | undefined
}

interface Calls {
  save: (draft: HandInDraft) => Promise<Draft>
  reread: () => Promise<Draft>
}

const toFields = ({ text, links, files, updatedAt }: Draft) => ({ text, links: links.join('\n'), files, updatedAt })

/** Builds the request body: an address that is still being typed is left out. */
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

/** Saves a submission while it is written: after a short pause, one request after the other. */
export class HandInWriting {
  readonly #calls: Calls
  readonly #listeners = new Set<() => void>()
  #state: WritingState
  #isChanged = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | undefined
  /** Last draft that was sent, saved or not. */
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

  /** Saves pending changes now, after the running save. */
  readonly flush = async (): Promise<void> => {
    clearTimeout(this.#timer)
    await this.#running
    if (!this.#isChanged || this.#state.progress === 'conflict') return
    this.#running = this.#save().finally(() => {
      this.#running = undefined
    })
    await this.#running
  }

  /** Takes over the saved draft, unless something else was written here since. */
  readonly meet = (draft: Draft): void => {
    if (this.#isChanged || this.#running || draft.updatedAt === this.#state.updatedAt) return
    this.begin(draft)
  }

  /** Starts from a draft and discards local changes. */
  readonly begin = (draft: Draft): void => {
    clearTimeout(this.#timer)
    this.#isChanged = false
    this.#set({ ...toFields(draft), progress: 'saved', reason: undefined, theirs: undefined })
  }

  /** Overwrites the other draft with the local one. */
  readonly keepMine = (): Promise<void> => {
    const { theirs } = this.#state
    if (theirs) this.#set({ updatedAt: theirs.updatedAt, theirs: undefined, progress: 'pending' })
    return this.flush()
  }

  /** Takes the other draft and discards the local one. */
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

  /** Handles the error of a request that carried the draft. */
  readonly failed = async (error: unknown): Promise<void> => {
    if (isOutdated(error)) {
      try {
        const theirs = await this.#calls.reread()
        this.#isChanged = true
        if (this.#sent && isSame(theirs, this.#sent)) {
          // The save had succeeded, and only its response was lost: there is no other writer.
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
