import { useEffect } from 'react'

/** Keeps the screen on while the component is mounted, where the browser can, and again after the page was hidden. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const keep = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      // Refused on low battery, and without a secure origin.
      const kept = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isOver) void kept?.release()
      else lock = kept
    }
    const again = () => void keep()
    again()
    document.addEventListener('visibilitychange', again)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', again)
      void lock?.release()
    }
  }, [])
}
