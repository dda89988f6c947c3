import type { Challenge, DifficultyLevel } from '../contract.ts'

export const difficultyWords: Record<DifficultyLevel, string> = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
}

/** Where a challenge belongs, in words: a session, a project, both or neither. */
export function belongsTo({ sessionName, projectTitle }: Pick<Challenge, 'sessionName' | 'projectTitle'>): string {
  return [sessionName, projectTitle].filter((name) => name !== null).join(' · ') || 'In no session or project'
}
