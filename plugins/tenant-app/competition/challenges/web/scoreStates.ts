export interface Place {
  challengeId: string
  studentId: string
}

export interface Entry extends Place {
  score: number | null
  /** Version of the score that was shown when the change began; undefined: the one that is shown now. */
  seen?: string | null | undefined
}

/** Value of a cell at the server. */
export interface Known {
  score: number | null
  scoredBy: string | null
  updatedAt: string | null
}

/** Progress of the last entry: `failed` is sent again, `refused` and `outdated` are not. */
export type CellProgress = 'saving' | 'saved' | 'failed' | 'refused' | 'outdated'

export interface CellState {
  /** Text to show; what is refused is shown as it was written. */
  shown: string
  progress: CellProgress | undefined
  /** In words, where it is not saved. */
  reason: string | undefined
}

/** Numbers of cells that an undo took back, of unsaved ones that it cleared, and of those with another score by now. */
export interface Undone {
  taken: number
  cleared: number
  kept: number
}

/** Text that cannot be a score, as it was written, with the reason. */
export interface Refusal extends Place {
  text: string
  reason: string
}

/** A score that another user has changed before it was overwritten. */
export interface Conflict extends Place {
  /** Names of the student and the challenge: other grids show it, too. */
  name: string
  mine: number | null
  theirs: Known
}
