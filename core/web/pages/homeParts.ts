import { createContext, useContext, useId, useLayoutEffect } from 'react'

/** Notes that a part of the home still waits for what decides its height, or no longer does. */
export type NoteHomePart = (id: string, isKnown: boolean) => void

export const HomePartsContext = createContext<NoteHomePart>(() => undefined)

/** Holds back all parts of the home until this one knows its height, so that none moves another. */
export function useHomePart(isKnown: boolean): void {
  const id = useId()
  const note = useContext(HomePartsContext)
  useLayoutEffect(() => {
    note(id, isKnown)
    return () => note(id, true)
  }, [note, id, isKnown])
}
