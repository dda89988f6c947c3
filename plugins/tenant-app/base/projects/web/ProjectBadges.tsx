import { Badge } from '#core/web/ui/display/Badge.tsx'
import { difficultyLabels } from '../../../shared/web/difficultyLabels.ts'
import type { Project } from '../contract.ts'
import { adoptionLabels } from './projectLabels.ts'

/** Shows a project's availability, difficulty and adoption. */
export function ProjectBadges({ project: { isActive, difficulty, adoption, isGlobal } }: { project: Project }) {
  const { label, tone } = difficultyLabels[difficulty]
  // 'Inactive' covers archived projects already.
  const isPlanned = adoption && (isGlobal || adoption.status !== 'earmarked') && adoption.status !== 'archived'
  return (
    <>
      <Badge tone={isActive ? 'green' : 'neutral'} hasDot={isActive}>
        {isActive ? 'Active' : 'Inactive'}
      </Badge>
      <Badge tone={tone}>{label}</Badge>
      {!isGlobal && <Badge tone="accent">Own project</Badge>}
      {isPlanned && <Badge tone="blue">{adoptionLabels[adoption.status].label}</Badge>}
    </>
  )
}
