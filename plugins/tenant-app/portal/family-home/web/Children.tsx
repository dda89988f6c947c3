import { countText } from '#core/contract/count-text.ts'
import { Avatar } from '#core/web/ui/display/Avatar.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import type { Overview } from '../../own-page/contract.ts'
import * as styles from './FamilyHome.css.ts'

/** Leads to each child's page, with figures of this month. */
export function Children({ overviews }: { overviews: readonly Overview[] }) {
  return (
    <Card title={overviews.length === 1 ? 'Your child' : 'Your children'}>
      <ul className={panel.list}>
        {overviews.map(({ studentId, firstName, figures: { sessionsAttended, overallProgress, totalPoints } }) => (
          <li key={studentId} className={panel.row}>
            <div className={styles.who}>
              <Avatar name={firstName} />
              <span className={styles.childLink}>
                <TextLink href={`/parent-portal?child=${studentId}`}>
                  <PersonName name={firstName} />
                </TextLink>
                <span className={styles.about}>
                  {countText(sessionsAttended, 'session')} this month · {overallProgress}% overall ·{' '}
                  {countText(totalPoints, 'point')}
                </span>
                <span className={styles.childLinks}>
                  <TextLink
                    href={`/parent-portal?child=${studentId}&at=pickups`}
                    aria-label={`Authorized pickups of ${firstName}`}
                  >
                    Authorized pickups
                  </TextLink>
                  <TextLink
                    href={`/parent-portal?child=${studentId}&at=codes`}
                    aria-label={`PIN and card for ${firstName}`}
                  >
                    PIN and card
                  </TextLink>
                </span>
              </span>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
