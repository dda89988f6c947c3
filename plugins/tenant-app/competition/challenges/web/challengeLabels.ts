import type { Challenge } from '../contract.ts'
import type { ResultKind } from '../judging-contract.ts'
import type { Undone } from './scoreStates.ts'

/** Names a challenge's session and project, one of them or neither. */
export function belongsTo({ sessionName, projectTitle }: Pick<Challenge, 'sessionName' | 'projectTitle'>): string {
  return [sessionName, projectTitle].filter((name) => name !== null).join(' · ') || 'In no session or project'
}

export const resultLabels: Record<ResultKind, string> = {
  mean: 'Average of all judges',
  'trimmed-mean': 'Average without the highest and the lowest',
}

/** '3 scores are not saved yet'; undefined when all are. */
export const unsavedScores = (unsaved: number): string | undefined =>
  unsaved === 0 ? undefined : unsaved === 1 ? 'One score is not saved yet' : `${unsaved} scores are not saved yet`

/** Names the number of judges who have scored: '2 of 3 judges'. */
export const judgesText = (given: number, of: number) => `${given} of ${of} ${of === 1 ? 'judge' : 'judges'}`

/** Describes an undone action: '2 scores taken back. One score has changed since and stays'. */
export function undoneText({ taken, cleared, kept }: Undone): string {
  const parts = [
    taken > 0 && (taken === 1 ? 'One score taken back' : `${taken} scores taken back`),
    cleared > 0 && (cleared === 1 ? 'One unsaved score cleared' : `${cleared} unsaved scores cleared`),
    kept > 0 && (kept === 1 ? 'One score has changed since and stays' : `${kept} scores have changed since and stay`),
  ].filter((part) => part !== false)
  return parts.join('. ') || 'Nothing to undo'
}
