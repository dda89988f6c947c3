/** Input of a user that a page is still sending: signing out would lose it. */
interface UnsavedWork {
  /** '3 scores are not saved yet'; undefined while everything is. */
  words: () => string | undefined
  /** '3 marks' where they lie on this device and outlive the page. */
  storedWords?: () => string | undefined
  /** Forgets it: its person has signed out. */
  discard: () => void
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

export function discardUnsavedWork(): void {
  for (const { discard } of works) discard()
}
