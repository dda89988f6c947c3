import { useEffect, useRef, useState } from 'react'

/** Milliseconds of silence after which typed text is searched for. */
const SEARCH_DEBOUNCE_MS = 250

/** `value` once it has been still for `delay` milliseconds. */
export function useDebounced<Value>(value: Value, delay = SEARCH_DEBOUNCE_MS): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return settled
}

interface SearchTextOptions {
  /**
   * Text that the view already searches for, as from the URL. Changing it from outside (back button) changes the field.
   */
  initial?: string
  /** Called with the trimmed text 250 ms after the last key; write it into the URL here. */
  onSettle?: (text: string) => void
}

/**
 * The text of a SearchField and what to search for: `const [search, setSearch, settled] = useSearchText()`.
 * `search` follows each key, `settled` is trimmed and 250 ms behind.
 */
export function useSearchText({ initial = '', onSettle }: SearchTextOptions = {}): [
  string,
  (text: string) => void,
  string,
] {
  const [text, setText] = useState(initial)
  const settled = useDebounced(text.trim())
  const [from, setFrom] = useState(initial)
  if (from !== initial) {
    setFrom(initial)
    // A late address change echoes our own update: text typed since is kept.
    if (initial !== text.trim() && initial !== settled) setText(initial)
  }
  const reported = useRef(initial)
  const report = useRef(onSettle)
  useEffect(() => {
    report.current = onSettle
  })
  useEffect(() => {
    if (reported.current === settled) return
    reported.current = settled
    report.current?.(settled)
  }, [settled])
  return [text, setText, settled]
}
