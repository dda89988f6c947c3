import { Gavel, Pencil, Table2 } from 'lucide-react'
import { PageLinkButton } from '#core/web/links.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { MenuButton } from '#core/web/ui/actions/MenuButton.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { difficultyLabels } from '../../../shared/web/difficultyLabels.ts'
import type { Challenge } from '../contract.ts'
import * as styles from './ChallengeCard.css.ts'
import { belongsTo } from './challengeLabels.ts'

interface ChallengeCardProps {
  challenge: Challenge
  onEdit: () => void
  onDuplicate: () => void
  onArchive: () => void
}

/** Shows one challenge: its session and project, its points, and the number of scored students. */
export function ChallengeCard({ challenge, onEdit, onDuplicate, onArchive }: ChallengeCardProps) {
  const { id, title, description, difficultyLevel, maxScore, timeLimit, isActive, scored, judges } = challenge
  return (
    <Card
      title={title}
      isDimmed={!isActive}
      actions={
        <span className={styles.badges}>
          {isActive ? <Badge tone="green">Active</Badge> : <Badge>Archived</Badge>}
          <MenuButton
            label={`Actions for ${title}`}
            size="small"
            items={[
              { label: 'Duplicate', onAction: onDuplicate },
              { label: isActive ? 'Archive' : 'Take out of the archive', onAction: onArchive },
            ]}
          />
        </span>
      }
    >
      {description && <p className={styles.description}>{description}</p>}
      <div className={styles.facts}>
        <span>{belongsTo(challenge)}</span>
        <span>
          {difficultyLabels[difficultyLevel].label} · up to {maxScore} {maxScore === 1 ? 'point' : 'points'}
          {timeLimit !== null && ` · ${timeLimit} min`}
        </span>
        <span>
          {scored === 1 ? '1 student' : `${scored} students`} scored
          {judges.length > 0 && ` by ${judges.length === 1 ? '1 judge' : `${judges.length} judges`}`}
        </span>
      </div>
      <div className={styles.actions}>
        <Button size="small" icon={<Pencil size={14} aria-hidden />} aria-label={`Edit ${title}`} onPress={onEdit}>
          Edit
        </Button>
        <PageLinkButton
          to="/challenges/scores"
          search={{ challenges: id }}
          size="small"
          icon={<Table2 size={14} aria-hidden />}
          aria-label={`Scores of ${title}`}
        >
          Scores
        </PageLinkButton>
        {judges.length > 0 && (
          <PageLinkButton
            to="/challenges/$id/judging"
            params={{ id }}
            size="small"
            icon={<Gavel size={14} aria-hidden />}
            aria-label={`Judging of ${title}`}
          >
            Judging
          </PageLinkButton>
        )}
      </div>
    </Card>
  )
}
