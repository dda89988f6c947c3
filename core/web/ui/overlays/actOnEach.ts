import { errorText } from '../feedback/errorText.ts'

/** Outcome of an act on several things. */
export interface Outcome<Thing> {
  worked: Thing[]
  failed: { thing: Thing; reason: string }[]
  /** Not tried, since it was stopped before. */
  left: Thing[]
}

interface ActOptions<Thing> {
  act: (thing: Thing) => Promise<unknown>
  /** @param done how many were tried */
  onProgress: (done: number) => void
  /** Stops it before the next one. */
  signal: AbortSignal
}

/** One after the other, so that it can be stopped between two; one that fails does not keep the others from being tried. */
export async function actOnEach<Thing>(
  things: readonly Thing[],
  { act, onProgress, signal }: ActOptions<Thing>,
): Promise<Outcome<Thing>> {
  const outcome: Outcome<Thing> = { worked: [], failed: [], left: [] }
  for (const [index, thing] of things.entries()) {
    if (signal.aborted) {
      outcome.left = things.slice(index)
      break
    }
    try {
      await act(thing)
      outcome.worked.push(thing)
    } catch (thrown) {
      outcome.failed.push({ thing, reason: errorText(thrown) })
    }
    onProgress(index + 1)
  }
  return outcome
}
