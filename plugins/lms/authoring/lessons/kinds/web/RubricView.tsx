import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { sumMaxPoints, type Rubric } from '../rubric-contract.ts'
import * as styles from './Rubric.css.ts'

/** Shows a rubric, as learners read it. */
export function RubricView({ rubric }: { rubric: Rubric }) {
  const { isScored, criteria } = rubric
  if (criteria.length === 0) return null
  return (
    <Card title="Rubric" help={isScored ? `${sumMaxPoints(rubric)} points at most` : undefined}>
      {criteria.map(({ id, title, description, levels }) => (
        <section key={id} className={styles.criterion} aria-label={title}>
          <h3>{title}</h3>
          {description && <p className={styles.muted}>{description}</p>}
          <ul className={styles.levels}>
            {levels.map((level) => (
              <li key={level.id} className={styles.level}>
                <span className={styles.levelTitle}>
                  {level.title}
                  {isScored && <Badge>{level.points === 1 ? '1 point' : `${level.points} points`}</Badge>}
                </span>
                {level.description && <span className={styles.muted}>{level.description}</span>}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Card>
  )
}
