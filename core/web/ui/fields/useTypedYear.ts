import { useState } from 'react'

/** A year below it is still being typed: '20' of 2026 is no date that a filter or a form should hear of. */
const MIN_YEAR = 1000

interface TypedYear<Day> {
  /** Day that the field shows: the one being typed, or the chosen one. */
  shown: Day | null
  onChange: (day: Day | null) => void
  /** Gives up an unfinished year when the field is left. */
  forget: () => void
}

/** Holds a date back while its year is being typed: `onChange` hears of years of four digits only. */
export function useTypedYear<Day extends { year: number }>(
  chosen: Day | null,
  onChange: (day: Day | null) => void,
): TypedYear<Day> {
  const [unfinished, setUnfinished] = useState<Day>()
  return {
    shown: unfinished ?? chosen,
    onChange: (day) => {
      const isUnfinished = day !== null && day.year < MIN_YEAR
      setUnfinished(isUnfinished ? day : undefined)
      if (!isUnfinished) onChange(day)
    },
    forget: () => setUnfinished(undefined),
  }
}
