import type { BadgeTone } from '#core/web/ui/display/Badge.tsx'

/** Labels and tones of difficulties, for projects and challenges. */
export const difficultyLabels: Record<'beginner' | 'intermediate' | 'advanced', { label: string; tone: BadgeTone }> = {
  beginner: { label: 'Beginner', tone: 'green' },
  intermediate: { label: 'Intermediate', tone: 'amber' },
  advanced: { label: 'Advanced', tone: 'purple' },
}
