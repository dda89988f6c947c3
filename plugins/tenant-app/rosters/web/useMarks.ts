import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#core/web/apiError.ts'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { useReportUnsaved } from '#core/web/ui/forms/unsavedChanges.ts'
import { MOST_AT_ONCE, type Attendance, type Participant } from '../contract.ts'
import { rostersApi } from './client.ts'

/** Milliseconds after which what could not be sent is tried again. */
const RETRY = 5000

interface Mark {
  id: string
  studentId: string
  mark: Attendance | null
  seen: number
}

interface Marks {
  /** Marks that are not saved yet, by student. */
  unsaved: ReadonlyMap<string, Mark>
  /** Why the last try failed; it is tried again. */
  failure: string | undefined
  mark: (participants: readonly Participant[], mark: Attendance | null) => void
}

/**
 * Attendance as it is marked: shown at once, sent one call after the other, kept and tried again while the server cannot
 * be reached. Each mark has an id, so that one that arrived without its answer counts once.
 */
export function useMarks(sessionId: string): Marks {
  const queryClient = useQueryClient()
  const waiting = useRef(new Map<string, Mark>())
  const sending = useRef(new Map<string, Mark>())
  const retry = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [unsaved, setUnsaved] = useState<ReadonlyMap<string, Mark>>(new Map())
  const [failure, setFailure] = useState<string>()
  useReportUnsaved(unsaved.size > 0)
  const show = () => setUnsaved(new Map([...sending.current, ...waiting.current]))

  const send = async () => {
    clearTimeout(retry.current)
    if (sending.current.size > 0 || waiting.current.size === 0) return
    const batch = [...waiting.current.values()].slice(0, MOST_AT_ONCE)
    for (const mark of batch) {
      waiting.current.delete(mark.studentId)
      sending.current.set(mark.studentId, mark)
    }
    try {
      const answer = await rostersApi.markAttendance.call({ params: { id: sessionId }, body: { marks: batch } })
      const missed = answer.filter(({ isSaved }) => !isSaved)
      // What was pressed since was pressed on top of a mark that somebody else has overtaken.
      for (const { studentId } of missed) waiting.current.delete(studentId)
      if (missed.length > 0) {
        const by = [...new Set(missed.map(({ markedBy }) => markedBy ?? 'Somebody else'))].join(', ')
        notify({ title: `${by} marked ${missed.length === 1 ? 'the student' : 'them'} first`, tone: 'destructive' })
      }
      setFailure(undefined)
      sending.current.clear()
      await queryClient.invalidateQueries({ queryKey: ['api', 'sessions', sessionId] })
    } catch (error) {
      const mayStillWork = !(error instanceof ApiError) || error.status === 0 || error.status >= 500
      // What was pressed since stands; of the rest the same mark is sent again under its id.
      if (mayStillWork) for (const mark of batch) keep(waiting.current, mark)
      sending.current.clear()
      if (mayStillWork) {
        setFailure(errorText(error))
        retry.current = setTimeout(() => void send(), RETRY)
      } else {
        notify({ title: 'Failed to mark attendance', description: errorText(error), tone: 'destructive' })
        await queryClient.invalidateQueries({ queryKey: ['api', 'sessions', sessionId] })
      }
      show()
      return
    }
    show()
    await send()
  }

  useEffect(() => {
    const tryAgain = () => void send()
    window.addEventListener('online', tryAgain)
    return () => {
      window.removeEventListener('online', tryAgain)
      clearTimeout(retry.current)
    }
  })

  const mark = (participants: readonly Participant[], chosen: Attendance | null) => {
    for (const { studentId, attendanceNumber } of participants) {
      const before = waiting.current.get(studentId)
      const underWay = sending.current.get(studentId)
      const seen = before?.seen ?? (underWay ? underWay.seen + 1 : attendanceNumber)
      waiting.current.set(studentId, { id: crypto.randomUUID(), studentId, mark: chosen, seen })
    }
    show()
    void send()
  }
  return { unsaved, failure, mark }
}

/** Back among those that wait, below what was pressed on top of it. */
function keep(waiting: Map<string, Mark>, mark: Mark): void {
  const since = waiting.get(mark.studentId)
  if (since) waiting.set(mark.studentId, { ...since, seen: mark.seen })
  else waiting.set(mark.studentId, mark)
}
