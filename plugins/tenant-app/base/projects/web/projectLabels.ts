import {
  Bot,
  Clapperboard,
  Code,
  FlaskConical,
  FolderKanban,
  Leaf,
  Music,
  Palette,
  Rocket,
  Sigma,
  Wrench,
  type LucideIcon,
} from 'lucide-react'
import type { AdoptionStatus, Project } from '../contract.ts'

/** Number of students for whom materials are counted by default: a session's default capacity. */
export const DEFAULT_STUDENTS = 20

export const adoptionLabels: Record<AdoptionStatus, { label: string; help: string }> = {
  earmarked: { label: 'Earmarked', help: 'Planned for later' },
  active: { label: 'In use', help: 'In use in sessions' },
  completed: { label: 'Completed', help: 'Completed, and can be chosen again' },
  archived: { label: 'Archived', help: 'Archived: sessions keep it, but it cannot be chosen' },
}

const icons: readonly [RegExp, LucideIcon][] = [
  [/robot/i, Bot],
  [/cod(e|ing)|program|game|comput|digital/i, Code],
  [/space|rocket|fl(y|ight)|aero/i, Rocket],
  [/art|design|craft/i, Palette],
  [/music|sound/i, Music],
  [/media|film|photo|journal/i, Clapperboard],
  [/nature|environment|garden|climate|bio/i, Leaf],
  [/math/i, Sigma],
  [/scien|chem|physic/i, FlaskConical],
  [/engineer|build|making|maker|tech/i, Wrench],
]

/** Returns the icon of a category. Categories are free text: the first known word decides. */
export const categoryIcon = (category: string): LucideIcon =>
  icons.find(([words]) => words.test(category))?.[1] ?? FolderKanban

/** Merges the organization's customizations into the project's own texts. */
export function customizedProject({ adoption, ...project }: Project) {
  const { estimatedDuration, ageGroup, instructions, materials } = adoption?.customizations ?? {}
  return {
    estimatedDuration: estimatedDuration ?? project.estimatedDuration,
    ageGroup: ageGroup ?? project.ageGroup,
    instructions: instructions ?? project.instructions,
    materials: materials ?? project.materials,
  }
}

/** Parses a resource: a URL after a colon, or alone, makes a link. */
export function resourceOf(line: string): { label: string; href?: string } {
  const [, label = '', href] = /^(?:(.*\S)\s*:\s+)?(https?:\/\/\S+)$/i.exec(line) ?? []
  return href === undefined ? { label: line } : { label: label || href, href }
}
