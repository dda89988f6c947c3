import { useEffect, useState } from 'react'
import type { Attendance } from '../contract.ts'
import { attendanceLabels } from './attendanceLabels.ts'
import type { MarkableStudent, MarkDetails } from './markState.ts'

/** Milliseconds for which the last action can be undone. */
const UNDO_MS = 10_000

interface Before {
  participant: MarkableStudent
  mark: Attendance | null
  details: MarkDetails
}

interface LastAct {
  label: string
  before: readonly Before[]
}

interface Undo {
  /** 'Undo Absent of Ada King'; undefined without an action to undo. */
  label: string | undefined
  /** Saves the attendance that is about to be replaced. */
  note: (before: readonly Before[], mark: Attendance | null) => void
  undo: () => void
  /** Forgets the last action, since an undo would replace later entries. */
  forget: () => void
}

/** Stores the attendance replaced by the last action for some seconds; undoing it makes a new record. */
export function useUndo(mark: (before: Before) => void): Undo {
  const [last, setLast] = useState<LastAct>()
  useEffect(() => {
    if (!last) return
    const timer = setTimeout(() => setLast(undefined), UNDO_MS)
    return () => clearTimeout(timer)
  }, [last])
  return {
    label: last?.label,
    note: (before, chosen) => {
      const [first] = before
      const of =
        before.length === 1 && first
          ? `${first.participant.firstName} ${first.participant.lastName}`
          : `${before.length} students`
      setLast({ label: `Undo ${chosen ? attendanceLabels[chosen].label : 'no mark'} of ${of}`, before })
    },
    undo: () => {
      for (const one of last?.before ?? []) mark(one)
      setLast(undefined)
    },
    forget: () => setLast(undefined),
  }
}
