import type { GridChallenge, GridStudent } from '../score-contract.ts'
import type { Entry, Refusal } from './scoreStates.ts'

/** A parsed score: a number, empty, or the reason why it is neither. */
export type Written = { score: number | null } | { reason: string }

/** Parses typed or pasted text of a cell. */
export function readScore(text: string, { maxScore, mayScore, isActive, judges }: GridChallenge): Written {
  if (judges > 0) return { reason: 'Judges score this challenge' }
  if (!mayScore) return { reason: 'Another instructor leads the session of this challenge' }
  if (!isActive) return { reason: 'This challenge is archived' }
  const written = text.trim()
  if (written === '') return { score: null }
  if (!/^\d+([.,]0+)?$/.test(written)) return { reason: `A whole number from 0 to ${maxScore}` }
  const score = Math.trunc(Number(written.replace(',', '.')))
  return score > maxScore ? { reason: `Between 0 and ${maxScore}` } : { score }
}

interface Block {
  text: string
  /** Position of the first cell of the block. */
  row: number
  column: number
}

interface Sheet {
  students: readonly GridStudent[]
  challenges: readonly GridChallenge[]
}

/** Parses a block of a spreadsheet from the clipboard; cells beyond the grid are ignored. */
export function readBlock(
  { text, row, column }: Block,
  { students, challenges }: Sheet,
): { entries: Entry[]; refusals: Refusal[]; isCut: boolean } {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const read: ReturnType<typeof readBlock> = { entries: [], refusals: [], isCut: false }
  for (const [down, line] of lines.entries()) {
    for (const [across, cell] of line.split('\t').entries()) {
      const [student, challenge] = [students[row + down], challenges[column + across]]
      if (!student || !challenge) {
        read.isCut = true
        continue
      }
      const place = { challengeId: challenge.id, studentId: student.id }
      const written = readScore(cell, challenge)
      if ('reason' in written) read.refusals.push({ ...place, text: cell.trim(), reason: written.reason })
      else read.entries.push({ ...place, score: written.score })
    }
  }
  return read
}
