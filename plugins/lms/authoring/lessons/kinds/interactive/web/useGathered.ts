import { useEffect, useRef } from 'react'
import type { PackageProgress } from '#core/contract/files.ts'
import type { LessonFollower } from '../../web/kindProps.ts'

/** Milliseconds for which reports of a package are collected. */
const REPORT_INTERVAL_MS = 5000

type Said = Pick<PackageProgress, 'state' | 'isFinished'>

/** Saves the reports of a package every few seconds, and at once when it is finished. */
export function useGathered(follower: LessonFollower | undefined): (said: Said) => void {
  const onSaid = useRef(follower?.onSaid)
  const waiting = useRef<Pick<Said, 'state'>>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    onSaid.current = follower?.onSaid
  })
  const tell = useRef((isFinished: boolean) => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (waiting.current) onSaid.current?.({ ...waiting.current, isFinished })
    waiting.current = undefined
  })
  useEffect(() => {
    const { current: now } = tell
    const leave = () => now(false)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
  const isFinished = useRef(false)
  return ({ state, isFinished: isDone = false }) => {
    waiting.current = { ...waiting.current, ...(state === undefined ? {} : { state }) }
    // Saves once: some packages report it with each of their pages.
    if (isDone && !isFinished.current) {
      isFinished.current = true
      tell.current(true)
    } else timer.current ??= setTimeout(() => tell.current(isFinished.current), REPORT_INTERVAL_MS)
  }
}
