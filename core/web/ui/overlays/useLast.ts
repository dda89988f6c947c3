import { useState } from 'react'

/** Remembers the last value that was given, so that a dialog about it is still filled while it closes. */
export function useLast<Value>(given: Value | undefined): Value | undefined {
  const [last, setLast] = useState(given)
  if (given !== undefined && given !== last) setLast(given)
  return given ?? last
}
