import { useEffect, useState } from 'react'

/** Milliseconds for which 'Copied!' stays (spec part 1, constants). */
const copiedFor = 2000

/** Puts a text on the clipboard, and tells for two seconds whether that worked. */
export function useCopied(text: string, onCopied?: () => void) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  useEffect(() => {
    if (state === 'idle') return undefined
    const timer = setTimeout(() => setState('idle'), copiedFor)
    return () => clearTimeout(timer)
  }, [state])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      setState('failed')
      return
    }
    setState('copied')
    onCopied?.()
  }
  return { state, copy }
}
