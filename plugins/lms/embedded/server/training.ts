import type { Scope } from '#core/server/core.ts'

/** A section of a training module, as `training-builder` has it. */
export interface TrainingSection {
  id: string
  title: string
  type: string
  /** Minutes. */
  duration: number
  content: {
    text?: string | undefined
    checklistItems?: string[] | undefined
    reflectionPrompts?: string[] | undefined
    mediaUrl?: string | undefined
    quizQuestions?: { question: string; options: string[]; correctAnswer: number | null }[] | undefined
    materials?: string[] | undefined
    steps?: string[] | undefined
    rules?: string[] | undefined
    scoringCriteria?: string[] | undefined
    timeLimit?: number | undefined
    teamSize?: number | undefined
  }
  required: boolean
}

export interface TrainingModule {
  id: string
  title: string
  description: string
  /** Minutes. */
  estimatedDuration: number
  difficulty: 'beginner' | 'intermediate' | 'advanced'
  prerequisites: string[]
  learningObjectives: string[]
  content: { sections: TrainingSection[] }
  resources: { title: string; url: string; description: string }[]
}

export interface TrainedProject {
  projectId: string
  title: string
  description: string
  category: string
  difficulty: 'beginner' | 'intermediate' | 'advanced'
  moduleCount: number
}

/** Service of `training-builder`. */
export interface Training {
  /** Active projects with modules that the scope has written: of the platform the catalog's, of an organization its own. */
  projectsWithModules: (scope: Scope) => Promise<TrainedProject[]>
  modulesOf: (scope: Scope, projectId: string) => Promise<{ modules: TrainingModule[] }>
}
