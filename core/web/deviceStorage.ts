import { unsavedWords } from './unsavedWork.ts'

let isFull = false
let isAsked = false
const listeners = new Set<() => void>()

/** True where the browser did not keep the last entry: its disk is full, its storage is closed, or there is no TLS. */
export const keepsNothing = (): boolean => isFull

/** Notes if the browser kept an entry; while it keeps none, leaving the page asks. */
export function noteKept(isKept: boolean): void {
  if (isFull === !isKept) return
  isFull = !isKept
  if (isFull) window.addEventListener('beforeunload', askToStay)
  else window.removeEventListener('beforeunload', askToStay)
  for (const listener of listeners) listener()
}

function askToStay(event: BeforeUnloadEvent): void {
  if (unsavedWords() !== undefined) event.preventDefault()
}

export function listenForStorage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asks the browser, once, not to delete what it has stored when it needs room. */
export function askToKeep(): void {
  if (isAsked) return
  isAsked = true
  // Without TLS the API is missing.
  void (navigator as { storage?: StorageManager }).storage?.persist()
}
