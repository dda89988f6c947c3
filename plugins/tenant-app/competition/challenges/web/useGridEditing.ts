import { useEffect, useRef, useState } from 'react'
import type { ClipboardEvent, FocusEvent, KeyboardEvent, MouseEvent, RefObject } from 'react'
import type { GridChallenge, GridStudent } from '../score-contract.ts'
import { undoneText } from './challengeLabels.ts'
import { moveByKey, moveAfterEdit, clampToGrid, type Position } from './gridKeys.ts'
import type { ScoreQueue } from './scoreQueue.ts'
import type { Place } from './scoreStates.ts'
import { readBlock, readScore } from './writtenScores.ts'

interface Sheet {
  queue: ScoreQueue
  students: readonly GridStudent[]
  challenges: readonly GridChallenge[]
}

interface GridEditing {
  tableRef: RefObject<HTMLTableElement | null>
  active: Position
  /** Text being typed into the active cell. */
  edit: string | undefined
  setEdit: (text: string) => void
  /** Report of the last action, for screen readers. */
  said: string
  handlers: {
    onKeyDown: (event: KeyboardEvent) => void
    onClick: (event: MouseEvent) => void
    onDoubleClick: (event: MouseEvent) => void
    onBlur: (event: FocusEvent) => void
    onPaste: (event: ClipboardEvent) => void
    onCopy: (event: ClipboardEvent) => void
  }
}

/**
 * Handles keys, mouse and clipboard of a score grid, in which one cell is selected or edited.
 * @param onFeedback opens the feedback about a cell's score
 */
export function useGridEditing(
  { queue, students, challenges }: Sheet,
  onFeedback: (of: Position) => void,
): GridEditing {
  const tableRef = useRef<HTMLTableElement>(null)
  const [chosen, setChosen] = useState<Position>({ row: 0, column: 0 })
  const [edit, setEdit] = useState<string>()
  const [said, setSaid] = useState('')
  /** True if the cell takes the focus once it is rendered: after a user's action, not on page load. */
  const isMoving = useRef(false)
  /** Version of the score shown when the edit began: scores that arrive during the edit were not seen. */
  const seen = useRef<string | null>(undefined)
  const size = { row: students.length, column: challenges.length }
  const active = clampToGrid(chosen, size)
  const placeOf = ({ row, column }: Position): Place => ({
    studentId: students[row]?.id ?? '',
    challengeId: challenges[column]?.id ?? '',
  })

  useEffect(() => {
    if (!isMoving.current || edit !== undefined) return
    isMoving.current = false
    const at = `[data-row="${active.row}"][data-column="${active.column}"]`
    tableRef.current?.querySelector<HTMLElement>(at)?.focus()
  })

  const go = (to: Position) => {
    isMoving.current = true
    setChosen(to)
    setEdit(undefined)
    setSaid('')
  }
  /** @returns true if the text can be a score */
  const commit = (text: string): boolean => {
    const [challenge, place] = [challenges[active.column], placeOf(active)]
    if (!challenge) return true
    const written = readScore(text, challenge)
    if ('reason' in written) {
      queue.enter([], [{ ...place, text: text.trim(), reason: written.reason }])
      setSaid(written.reason)
      return false
    }
    queue.enter([{ ...place, score: written.score, seen: seen.current }])
    return true
  }
  const begin = (text: string) => {
    const challenge = challenges[active.column]
    const refusal = challenge && readScore('', challenge)
    if (refusal && 'reason' in refusal) setSaid(refusal.reason)
    else {
      seen.current = queue.versionOf(placeOf(active))
      setEdit(text)
    }
  }

  const typing = (event: KeyboardEvent, text: string) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      return go(active)
    }
    const to = moveAfterEdit(active, event, size)
    if (!to) return undefined
    event.preventDefault()
    const isTaken = commit(text)
    isMoving.current = true
    setEdit(undefined)
    if (isTaken) go(to)
    return undefined
  }
  const looking = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    const to = moveByKey(active, event, size)
    if (to) go(to)
    else if (key === 'F2' && event.shiftKey) onFeedback(active)
    else if (key === 'Enter' || key === 'F2') begin(queue.stateOf(placeOf(active)).shown)
    else if (key === 'Delete' || key === 'Backspace') {
      seen.current = undefined
      commit('')
    } else if (key === 'Escape') queue.forget(placeOf(active))
    else if (key.toLowerCase() === 'z' && (ctrlKey || metaKey)) undo()
    else if (key.length === 1 && key.trim() !== '' && !ctrlKey && !metaKey && !altKey) begin(key)
    else return
    event.preventDefault()
  }
  const undo = () => {
    setSaid(undoneText(queue.undo()))
  }

  const handlers: GridEditing['handlers'] = {
    onKeyDown: (event) => (edit === undefined ? looking(event) : typing(event, edit)),
    onClick: (event) => {
      const to = positionOf(event.target)
      if (!to || (edit !== undefined && isSame(to, active))) return
      if (edit !== undefined) commit(edit)
      go(to)
    },
    onDoubleClick: (event) => {
      if (edit === undefined && positionOf(event.target)) begin(queue.stateOf(placeOf(active)).shown)
    },
    // A click elsewhere saves the typed text, as in a spreadsheet; a click on another cell is handled there.
    onBlur: ({ relatedTarget }) => {
      if (edit === undefined || isMoving.current || tableRef.current?.contains(relatedTarget)) return
      commit(edit)
      setEdit(undefined)
    },
    onPaste: (event) => {
      const text = event.clipboardData.getData('text/plain')
      // A single value is pasted into the text being typed.
      if (text === '' || (edit !== undefined && !/[\t\n]/.test(text))) return
      event.preventDefault()
      const { entries, refusals, isCut } = readBlock({ text, ...active }, { students, challenges })
      queue.enter(entries, refusals)
      if (edit !== undefined) go(active)
      setSaid(describePaste(entries.length, refusals.length, isCut))
    },
    onCopy: (event) => {
      if (edit !== undefined) return
      event.preventDefault()
      event.clipboardData.setData('text/plain', queue.stateOf(placeOf(active)).shown)
    },
  }
  return { tableRef, active, edit, setEdit, said, handlers }
}

const isSame = (one: Position, other: Position) => one.row === other.row && one.column === other.column

function positionOf(target: EventTarget): Position | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  return cell ? { row: Number(cell.dataset['row']), column: Number(cell.dataset['column']) } : undefined
}

function describePaste(taken: number, refused: number, isCut: boolean): string {
  const cells = taken === 1 ? 'One score pasted' : `${taken} scores pasted`
  return [cells, ...(refused > 0 ? [`${refused} refused`] : []), ...(isCut ? ['the rest did not fit'] : [])].join(', ')
}
