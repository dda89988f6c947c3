import { BookOpen, Pencil } from 'lucide-react'
import { createElement } from 'react'
import { PageLinkButton } from '#core/web/links.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Cover } from '#core/web/ui/display/Cover.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import type { Project } from '../contract.ts'
import { supplyOf } from './supplies.ts'
import { ProjectBadges } from './ProjectBadges.tsx'
import * as styles from './ProjectCard.css.ts'
import { customizedProject, categoryIcon } from './projectLabels.ts'

/** Shows one project in short: description, learning goals and requirements. */
export function ProjectCard({ project, onEdit }: { project: Project; onEdit: () => void }) {
  const { id, title, category, description, learningObjectives, thumbnailUrl, isActive } = project
  const { estimatedDuration, ageGroup, materials } = customizedProject(project)
  return (
    <Card
      title={
        <span className={styles.title}>
          <span className={styles.icon}>
            {createElement(categoryIcon(category), { size: 18, 'aria-hidden': true })}
          </span>
          <span className={styles.name}>{title}</span>
        </span>
      }
      help={[category, estimatedDuration, ageGroup].filter(Boolean).join(' · ')}
      isDimmed={!isActive}
    >
      <Cover imageUrl={thumbnailUrl} />
      <div className={styles.badges}>
        <ProjectBadges project={project} />
      </div>
      {description && <p className={styles.description}>{description}</p>}
      <InShort title="Learning objectives" entries={learningObjectives} />
      <InShort title="Materials" entries={materials.map((line) => supplyOf(line).name)} />
      <div className={styles.actions}>
        <Button size="small" icon={<Pencil size={14} aria-hidden />} aria-label={`Edit ${title}`} onPress={onEdit}>
          Edit
        </Button>
        <PageLinkButton
          to="/projects/$id"
          params={{ id }}
          size="small"
          icon={<BookOpen size={14} aria-hidden />}
          aria-label={`View Details of ${title}`}
        >
          View Details
        </PageLinkButton>
      </div>
    </Card>
  )
}

/** Placeholder while projects load, as tall as a card with its lists. */
export function ProjectSkeleton() {
  return (
    <Card>
      <Skeleton width="70%" height={32} />
      <Skeleton width="55%" height={22} />
      <Skeleton height={60} />
      <Skeleton width="80%" height={84} />
      <Skeleton width="55%" height={28} />
    </Card>
  )
}

function InShort({ title, entries }: { title: string; entries: readonly string[] }) {
  if (entries.length === 0) return null
  return (
    <div className={styles.part}>
      <h3 className={styles.partTitle}>{title}</h3>
      <p className={styles.partText}>{entries.join(', ')}</p>
    </div>
  )
}
