import { Badge } from '#core/web/ui/display/Badge.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import type { QueryLike } from '#core/web/ui/lists/queryLike.ts'
import { participationLabels } from '../../../admissions/students/web/studentLabels.ts'
import { Panel } from '#core/web/ui/lists/Panel.tsx'
import * as styles from '#core/web/ui/lists/Panel.css.ts'
import { useZone } from '../../../shared/web/zone.ts'
import type { Deed, Overview } from '../contract.ts'

interface RecentActivitiesProps {
  query: QueryLike
  overview: Overview | undefined
  /** Maximum number of rows; all by default. */
  most?: number
}

/** Lists a child's recent sessions, scores and points with their feedback, the latest first. */
export function RecentActivities({ query, overview, most }: RecentActivitiesProps) {
  return (
    <Panel
      title="Recent Activities"
      query={query}
      rows={overview?.deeds.slice(0, most)}
      empty="Nothing has happened yet"
    >
      {(deed) => <DeedRow deed={deed} />}
    </Panel>
  )
}

/** Shows one score, session or summary with its words. @param whose first names, where several children are listed */
export function DeedRow({ deed, whose }: { deed: Deed; whose?: string | undefined }) {
  const zone = useZone()
  const { name, sessionName, at, points, feedback } = deed
  return (
    <>
      <div className={styles.line}>
        <span className={styles.name}>{name}</span>
        <Result deed={deed} />
      </div>
      <div className={styles.details}>
        {whose && <PersonName name={whose} />}
        <DateTime value={at} zone={zone} show="date" />
        {sessionName && <span>{sessionName}</span>}
        {points !== null && points > 0 && <span>{points === 1 ? '1 point' : `${points} points`}</span>}
      </div>
      {feedback && <p className={styles.words}>{feedback}</p>}
    </>
  )
}

function Result({ deed: { attendance, score, maxScore } }: { deed: Deed }) {
  if (score !== null) return <Badge tone="accent">{`${score} of ${maxScore}`}</Badge>
  if (!attendance) return null
  const { label, tone } = participationLabels[attendance]
  return <Badge tone={tone}>{label}</Badge>
}
