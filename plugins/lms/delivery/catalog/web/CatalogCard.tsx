import { PageLinkButton } from '#core/web/links.ts'
import { MenuButton } from '#core/web/ui/actions/MenuButton.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Cover } from '#core/web/ui/display/Cover.tsx'
import { ProgressBar } from '#core/web/ui/feedback/ProgressBar.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { getAudienceLabel, getDifficultyLabel } from '../../../authoring/courses/web/courseLabels.ts'
import type { CatalogItem } from '../contract.ts'
import * as styles from './CatalogCard.css.ts'
import { formatDuration, getLearningStatus, learningLabels, priceOf, formatRating } from './learningLabels.ts'
import { RequiredBadge } from './RequiredBadge.tsx'

interface CatalogCardProps {
  course: CatalogItem
  /** Label of the category. */
  category: string
  /** Opens the rule of the course, for admins. */
  onDecide?: () => void
}

/** Renders a summary of a course, with the learner's progress. */
export function CatalogCard({ course, category, onDecide }: CatalogCardProps) {
  const { id, title, description, enrollment, completionPercentage, rule } = course
  const status = learningLabels[getLearningStatus(course)]
  const act = getActLabel(course)
  return (
    <Card
      title={title}
      help={[formatDuration(course), getDifficultyLabel(course), ...priceOf(course), ...formatRating(course)].join(
        ' · ',
      )}
      isDimmed={rule.isHidden}
      actions={
        onDecide && (
          <MenuButton
            label={`Actions for ${title}`}
            items={[
              { label: 'Visibility and requirements', onAction: onDecide },
              // Links to the editor of its lessons, with the learner's preview.
              ...(course.isGlobal
                ? []
                : [{ label: 'Write and preview', href: `/lms-management?course=${id}&tab=lessons` }]),
            ]}
          />
        )
      }
    >
      <Cover imageUrl={course.imageUrl} />
      <div className={styles.badges}>
        <Badge tone={status.tone}>{status.label}</Badge>
        {category && <Badge>{category}</Badge>}
        <RequiredBadge course={course} />
        {onDecide && course.audience !== 'instructors' && <Badge tone="purple">{getAudienceLabel(course)}</Badge>}
        {rule.isHidden && <Badge tone="amber">Hidden</Badge>}
        {course.status !== 'published' && <Badge tone="amber">No longer offered</Badge>}
      </div>
      {description && (
        <p className={styles.description} lang={course.language}>
          {description}
        </p>
      )}
      {enrollment && <ProgressBar label="Progress" value={completionPercentage} />}
      <div className={styles.actions}>
        <PageLinkButton
          to="/courses/$courseId"
          params={{ courseId: id }}
          variant={enrollment ? 'primary' : 'secondary'}
          aria-label={`${act}: ${title}`}
          fullWidth
        >
          {act}
        </PageLinkButton>
      </div>
    </Card>
  )
}

function getActLabel({ certificateEarned, enrollment }: CatalogItem): string {
  if (certificateEarned) return 'View Certificate'
  return enrollment ? 'Continue' : 'Start Course'
}
