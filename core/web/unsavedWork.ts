/** Input of a user that a page is still sending: signing out would lose it. */
interface UnsavedWork {
  /** '3 scores are not saved yet'; undefined while everything is. */
  words: () => string | undefined
  /** '3 marks' where they lie on this device and outlive the page. */
  storedWords?: () => string | undefined
  /** Tries at once to send what lies on this device. */
  send?: () => void
  /** Reports to the server that its person discards it, before signing out. */
  reportDiscard?: () => Promise<void>
  /** Forgets it: its person has signed out. */
  discard: () => void
}

/** Entries that are gone from this device before they were sent. */
export interface GoneReport {
  reason: 'lost' | 'discarded'
  count: number
  /** Time at which the oldest was made, ISO. */
  since: string
}

const works = new Set<UnsavedWork>()

/** Lets signing out ask first. @returns what ends that */
export function keepUnsavedWork(work: UnsavedWork): () => void {
  works.add(work)
  return () => works.delete(work)
}

/** Text on what signing out would lose; undefined when nothing. */
export const unsavedWords = (): string | undefined =>
  [...works].flatMap(({ words }) => words() ?? []).join(', ') || undefined

/** Text on what is not sent yet and outlives the page; undefined when nothing. */
export const storedWords = (): string | undefined =>
  [...works].flatMap((work) => work.storedWords?.() ?? []).join(', ') || undefined

/** Tries at once to send all that lies on this device. */
export function sendUnsavedWork(): void {
  for (const { send } of works) send?.()
}

/** Reports all that signing out discards; what cannot be reported does not stop it. */
export async function reportDiscards(): Promise<void> {
  await Promise.allSettled([...works].map(async ({ reportDiscard }) => reportDiscard?.()))
}

export function discardUnsavedWork(): void {
  for (const { discard } of works) discard()
}
