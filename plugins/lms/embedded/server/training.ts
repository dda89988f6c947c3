import type { Scope } from '#core/server/core.ts'

/** Section of a training module, as in `training-builder`. */
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
  /** Lists active projects with modules that the scope owns: the catalog's for the platform, an organization's own. */
  projectsWithModules: (scope: Scope) => Promise<TrainedProject[]>
  modulesOf: (scope: Scope, projectId: string) => Promise<{ modules: TrainingModule[] }>
}
