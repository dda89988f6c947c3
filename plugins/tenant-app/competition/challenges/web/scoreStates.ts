export interface Place {
  challengeId: string
  studentId: string
}

export interface Entry extends Place {
  score: number | null
  /** Version of the score shown when the change began; undefined for the present one. */
  seen?: string | null | undefined
}

/** Value of a cell on the server. */
export interface Known {
  score: number | null
  scoredBy: string | null
  updatedAt: string | null
}

/** Progress of the last entry: `failed` is sent again, `refused` and `outdated` are not. */
export type CellProgress = 'saving' | 'saved' | 'failed' | 'refused' | 'outdated'

export interface CellState {
  /** Text to show; a refused entry as it was written. */
  shown: string
  progress: CellProgress | undefined
  /** Reason as text, where the entry is not saved. */
  reason: string | undefined
}

/** Numbers of reverted cells, of cleared unsaved ones, and of those with another score by now. */
export interface Undone {
  taken: number
  cleared: number
  kept: number
}

/** Text that cannot be a score, as written, with the reason. */
export interface Refusal extends Place {
  text: string
  reason: string
}

/** A score that another user has changed before it was overwritten. */
export interface Conflict extends Place {
  /** Names of the student and the challenge, also of other grids. */
  name: string
  mine: number | null
  theirs: Known
}
