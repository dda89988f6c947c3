import { useState } from 'react'

/** Selects items of a search one by one; deselected ones stay listed. */
export function useChosen<Thing extends { id: string }>(first: readonly Thing[] = []) {
  const [known, setKnown] = useState(first)
  const [chosenIds, setChosenIds] = useState<readonly string[]>(first.map(({ id }) => id))
  const choose = (things: readonly Thing[]) => {
    setKnown((now) => [...now, ...things.filter(({ id }) => !now.some((one) => one.id === id))])
    setChosenIds((now) => [...new Set([...now, ...things.map(({ id }) => id)])])
  }
  return { known, chosenIds, setChosenIds, choose }
}
