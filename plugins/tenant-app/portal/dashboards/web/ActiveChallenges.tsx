import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#core/web/links.ts'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Panel } from '#core/web/ui/lists/Panel.tsx'
import * as styles from '#core/web/ui/lists/Panel.css.ts'
import { difficultyLabels } from '../../../shared/web/difficultyLabels.ts'
import { dashboardsApi } from './client.ts'

/** The newest challenges that are open. @param isLinked whether the user may score them */
export function ActiveChallenges({ isLinked }: { isLinked: boolean }) {
  const panels = useQuery(dashboardsApi.dashboardPanels())
  return (
    <Panel
      title="Active Challenges"
      query={panels}
      rows={panels.data?.activeChallenges}
      isShort={!isLinked}
      empty="No active challenges found"
      action={isLinked && <TextLink href="/challenges">All challenges</TextLink>}
    >
      {({ id, title, sessionName, difficultyLevel, maxScore, completions }) => (
        <>
          <div className={styles.line}>
            <span className={styles.name}>
              {isLinked ? (
                <PageLink to="/challenges/scores" search={{ challenges: id }}>
                  {title}
                </PageLink>
              ) : (
                title
              )}
            </span>
            <Badge>{difficultyLabels[difficultyLevel].label}</Badge>
          </div>
          <div className={styles.details}>
            {sessionName && <span>{sessionName}</span>}
            <span>
              {completions === 1 ? '1 student' : `${completions} students`} scored · up to {maxScore} points
            </span>
          </div>
        </>
      )}
    </Panel>
  )
}
