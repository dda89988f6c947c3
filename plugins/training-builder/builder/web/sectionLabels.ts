import { BookOpen, ClipboardCheck, Hammer, Library, Presentation, Trophy, Wrench, type LucideIcon } from 'lucide-react'
import type { GivenSection, SectionType } from '../../modules/contract.ts'

type Content = GivenSection['content']
export type ContentField = keyof Content

interface SectionWords {
  label: string
  /** Purpose, shown in the choice of types. */
  description: string
  icon: LucideIcon
  /** Fields that its editor offers; text of other types is shown too. */
  fields: readonly ContentField[]
  /** Values of a new section (spec part 2, section 3). */
  begins: Pick<GivenSection, 'title' | 'content' | 'interactive' | 'required'>
}

export const sectionLabels: Record<SectionType, SectionWords> = {
  overview: {
    label: 'Overview',
    description: 'What the module is about, and why',
    icon: BookOpen,
    fields: ['text', 'mediaUrl'],
    begins: { title: 'Overview', content: { text: '' }, interactive: false, required: true },
  },
  instruction: {
    label: 'Instruction',
    description: 'How to do it, step by step',
    icon: Presentation,
    fields: ['text', 'mediaUrl', 'steps'],
    begins: { title: 'Instruction', content: { text: '', steps: [] }, interactive: false, required: true },
  },
  practice: {
    label: 'Practice',
    description: 'Try it before the children do',
    icon: Wrench,
    fields: ['text', 'materials', 'checklistItems', 'reflectionPrompts'],
    begins: {
      title: 'Practice',
      content: { text: '', checklistItems: [], reflectionPrompts: [] },
      interactive: true,
      required: false,
    },
  },
  assessment: {
    label: 'Assessment',
    description: 'Questions with one right answer each',
    icon: ClipboardCheck,
    fields: ['text', 'quizQuestions', 'reflectionPrompts'],
    begins: { title: 'Assessment', content: { text: '', quizQuestions: [] }, interactive: true, required: true },
  },
  resource: {
    label: 'Resource',
    description: 'Something to read, watch or print',
    icon: Library,
    fields: ['text', 'mediaUrl', 'materials'],
    begins: { title: 'Resources', content: { text: '' }, interactive: false, required: false },
  },
  build: {
    label: 'Build',
    description: 'Make what the children are going to make',
    icon: Hammer,
    fields: ['text', 'materials', 'steps', 'checklistItems'],
    begins: {
      title: 'Build',
      content: {
        text: '',
        materials: [],
        steps: [],
        checklistItems: ['Gather materials', 'Follow construction steps', 'Test your build'],
      },
      interactive: true,
      required: false,
    },
  },
  competition: {
    label: 'Competition',
    description: 'Rules, teams and how points are given',
    icon: Trophy,
    fields: ['text', 'rules', 'scoringCriteria', 'timeLimit', 'teamSize', 'materials'],
    begins: {
      title: 'Competition',
      content: { text: '', rules: [], scoringCriteria: [], timeLimit: 0, teamSize: 1 },
      interactive: true,
      required: false,
    },
  },
}

/** Minutes of a new section (spec part 2, section 5). */
const DEFAULT_MINUTES = 10

export const createSectionOf = (type: SectionType): GivenSection => ({
  type,
  duration: DEFAULT_MINUTES,
  ...structuredClone(sectionLabels[type].begins),
})

export const fieldLabels: Record<ContentField, string> = {
  text: 'Text',
  mediaUrl: 'Media URL',
  steps: 'Steps',
  materials: 'Materials',
  checklistItems: 'Checklist',
  reflectionPrompts: 'Reflection prompts',
  quizQuestions: 'Questions',
  rules: 'Rules',
  scoringCriteria: 'Scoring criteria',
  timeLimit: 'Time limit (minutes)',
  teamSize: 'Team size',
}

export const frameworkLabels = { addie: 'ADDIE', custom: 'Custom' } as const

export const difficultyLabels = { beginner: 'Beginner', intermediate: 'Intermediate', advanced: 'Advanced' } as const

export const resourceLabels = {
  template: 'Template',
  video: 'Video',
  document: 'Document',
  link: 'Link',
  image: 'Image',
} as const

export const formatMinutes = (minutes: number) => `${minutes.toLocaleString()} min`
